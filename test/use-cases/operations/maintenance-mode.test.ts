import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';
import { FakeMaintenanceSwitch } from '../../support/fakes/maintenance';

const at = new Date('2026-08-23T09:00:00Z');

describe('the maintenance of an instance', () => {
  it('follows the switch, and stays as it is while the switch cannot be read', async () => {
    const maintenanceSwitch = new FakeMaintenanceSwitch();
    const mode = new MaintenanceMode(maintenanceSwitch, { MAINTENANCE: false });
    await maintenanceSwitch.turnOn(at);
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: true, isBySetting: false, since: at });
    const readSince = maintenanceSwitch.readSince.bind(maintenanceSwitch);
    maintenanceSwitch.readSince = () => Promise.reject(new Error('no database'));
    await mode.refresh();
    expect(mode.isOn).toBe(true);
    maintenanceSwitch.readSince = readSince;
    await maintenanceSwitch.turnOff();
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: false, since: null });
  });

  it('does not end while a setting says so', async () => {
    const mode = new MaintenanceMode(new FakeMaintenanceSwitch(), { MAINTENANCE: true });
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: true, isBySetting: true, since: null });
  });
});
