import { type ComparedItem, itemOfAddress, itemsText, parseItems } from '#domain/catalog/compare/compared-items';

const board = (id: string): ComparedItem => ({ entity: 'board', id });

describe('the items of a comparison', () => {
  it.each<[string, readonly ComparedItem[], number]>([
    ['board:1,board:2', [board('1'), board('2')], 0],
    ['', [], 0],
    [' board:1 , board:2', [board('1'), board('2')], 0],
    ['board:1,board:1', [board('1')], 0],
    ['board:1,pin:1,pinner:2,board:3', [board('1'), board('3')], 2],
    ['list:1,board:,board,:,board:1', [board('1')], 0],
    ['board:%,board:1', [board('1')], 0],
    ['see board:2,board:1', [board('1')], 0],
    ['board:a%2Cb,board:a:b', [board('a,b'), board('a:b')], 0],
  ])('named by %j are %j, without %i of other kinds', (text, items, otherKinds) => {
    const named = parseItems(text);
    expect([named.items, named.otherKinds.length]).toEqual([items, otherKinds]);
  });

  it('are read as they were written, whatever their ids', () => {
    const items = ['1', 'a,b', 'a:b', '50%', 'x/y?z#', 'ü &='].map(board);
    expect(parseItems(itemsText(items)).items).toEqual(items);
  });
});

describe('the item of a pasted address', () => {
  it.each<[string, ComparedItem | null]>([
    ['https://corklight.example/board/510/', board('510')],
    ['http://localhost:4100/board/510/', board('510')],
    ['see https://corklight.example/board/510/', null],
    ['https://corklight.example/board/510/pins', null],
    ['https://corklight.example/board/510?period=30#top', board('510')],
    ['/pinner/a%2Fb/', { entity: 'pinner', id: 'a/b' }],
    [' pin/7 ', { entity: 'pin', id: '7' }],
    ['https://www.pinterest.com/pin/7/', { entity: 'pin', id: '7' }],
    ['board:510', board('510')],
    ['https://www.pinterest.com/mira/etsy/', null],
    ['https://corklight.example/boards', null],
    ['etsy', null],
    ['', null],
    ['/board/%/', null],
  ])('%j is %j', (text, item) => {
    expect(itemOfAddress(text)).toEqual(item);
  });
});
