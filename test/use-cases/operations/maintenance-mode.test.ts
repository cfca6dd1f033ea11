import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';

const at = new Date('2026-08-23T09:00:00Z');

describe('the maintenance of an instance', () => {
  it('follows the switch, and stays as it is while the switch cannot be read', async () => {
    let readSince = async (): Promise<Date | null> => at;
    const mode = new MaintenanceMode({ readSince: () => readSince() }, { MAINTENANCE: false });
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: true, isBySetting: false, since: at });
    readSince = () => Promise.reject(new Error('no database'));
    await mode.refresh();
    expect(mode.isOn).toBe(true);
    readSince = async () => null;
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: false, since: null });
  });

  it('does not end while a setting says so', async () => {
    const mode = new MaintenanceMode({ readSince: async () => null }, { MAINTENANCE: true });
    await mode.refresh();
    expect(mode).toMatchObject({ isOn: true, isBySetting: true, since: null });
  });
});
