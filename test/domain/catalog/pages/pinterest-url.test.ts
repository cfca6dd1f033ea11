import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';
import type { EntityType } from '#domain/catalog/variants';

describe('the address of an entity on Pinterest', () => {
  it.each<[EntityType, Parameters<typeof pinterestUrl>[1], string | null]>([
    ['pin', { _id: '900000000000000001', url: null }, 'https://www.pinterest.com/pin/900000000000000001/'],
    ['pin', { _id: '1', url: 'https://br.pinterest.com/pin/2/' }, 'https://br.pinterest.com/pin/2/'],
    ['pin', { _id: '1', url: 'https://shop.example/' }, 'https://www.pinterest.com/pin/1/'],
    ['pin', { _id: 'AbCdEfGhIjKl', url: null }, null],
    ['pinner', { _id: '7', url: null, username: 'mira_makes' }, 'https://www.pinterest.com/mira_makes/'],
    ['pinner', { _id: '~mira_makes', url: null, username: null }, 'https://www.pinterest.com/mira_makes/'],
    ['pinner', { _id: '7', url: null, username: 'not a name' }, null],
    ['pinner', { _id: '314159265358979', url: null, username: null }, null],
    ['board', { _id: '~mira~small gardens', url: null }, 'https://www.pinterest.com/mira/small%20gardens/'],
    ['board', { _id: '510000000000000001', url: null }, null],
  ])('of a %s with %j is %s', (entity, source, url) => expect(pinterestUrl(entity, source)).toBe(url));

  it.each([
    ['https://pinterest.co.uk/pin/1/', true],
    ['https://www.pinterest.de/pin/1/', true],
    ['http://pin.it/abc', true],
    ['https://pinterest.example.com/pin/1/', false],
    ['https://notpinterest.com/pin/1/', false],
    ['https://www.pinterest.com.evil.test/pin/1/', false],
    ['https://www.pinterest.com:8080/pin/1/', false],
    ['https://www.pinterest.com%5C@evil.test/', false],
    ['javascript:alert(1)//www.pinterest.com/', false],
  ])('is the stored one, %s: %s', (url, isStored) => expect(pinterestUrl('pin', { _id: 'opaque', url })).toBe(isStored ? url : null));
});
