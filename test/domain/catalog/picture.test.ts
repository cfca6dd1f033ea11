import { pictureOf, thumbnail } from '#domain/catalog/picture';

const HASH = '01/23/45/0123456789abcdef0123456789abcdef';
const HOSTS = ['i.pinimg.com'];
const pinThumbnails = {
  src: `https://i.pinimg.com/236x/${HASH}.jpg`,
  srcset: `https://i.pinimg.com/236x/${HASH}.jpg 236w, https://i.pinimg.com/474x/${HASH}.jpg 474w, https://i.pinimg.com/736x/${HASH}.jpg 736w`,
};
const avatarThumbnails = {
  src: `https://i.pinimg.com/75x75_RS/${HASH}.jpg`,
  srcset: `https://i.pinimg.com/75x75_RS/${HASH}.jpg 75w, https://i.pinimg.com/140x140_RS/${HASH}.jpg 140w, https://i.pinimg.com/280x280_RS/${HASH}.jpg 280w`,
};

describe('the picture of an address', () => {
  it.each([
    ['an original', `https://i.pinimg.com/originals/${HASH}.jpg`],
    ['an original as PNG', `https://i.pinimg.com/originals/${HASH}.png`],
    ['an original as WebP', `https://i.pinimg.com/originals/${HASH}.webp`],
    ['a width', `https://i.pinimg.com/564x/${HASH}.jpg`],
    ['the smallest thumbnail', `https://i.pinimg.com/236x/${HASH}.jpg`],
    ['a square', `https://i.pinimg.com/60x60/${HASH}.jpg`],
  ])('is made of Pinterest’s thumbnails for %s, with the stored address to fall back to', (_what, address) => {
    expect(pictureOf(address, HOSTS)).toEqual({ ...pinThumbnails, fallback: address });
  });

  it('is loaded from the present host for the former one', () => {
    const address = `https://s-media-cache-ak0.pinimg.com/originals/${HASH}.jpg`;
    expect(pictureOf(address, HOSTS)).toEqual({ ...pinThumbnails, fallback: `https://i.pinimg.com/originals/${HASH}.jpg` });
  });

  it.each([`https://i.pinimg.com/280x280_RS/${HASH}.jpg`, `https://i.pinimg.com/30x30_RS/${HASH}.jpg`])(
    'is made of square thumbnails for the profile picture %s',
    (address) => {
      expect(pictureOf(address, HOSTS)).toEqual({ ...avatarThumbnails, fallback: address });
    },
  );

  it.each([
    ['an unknown path of Pinterest', `https://i.pinimg.com/videos/thumbnails/originals/${HASH}.0000001.jpg`],
    ['another allowed host', `https://images.example/originals/${HASH}.png`],
  ])('is the address itself for %s', (_what, address) => {
    expect(pictureOf(address, ['i.pinimg.com', 'images.example'])).toEqual({ src: address, srcset: null, fallback: null });
  });

  it('is the address itself on our own site, without any host', () => {
    expect(pictureOf('/demo/pictures/pin/1.svg', [])).toEqual({ src: '/demo/pictures/pin/1.svg', srcset: null, fallback: null });
  });

  it.each([
    ['no address', null],
    ['a host that is not allowed', 'https://evil.test/x.jpg'],
    ['a subdomain of an allowed host', 'https://x.i.pinimg.com/x.jpg'],
    ['an allowed host with a port', 'https://i.pinimg.com:8443/x.jpg'],
    ['an allowed host as user name', 'https://i.pinimg.com@evil.test/x.jpg'],
    ['credentials', `https://user:secret@i.pinimg.com/originals/${HASH}.jpg`],
    ['plain http', `http://i.pinimg.com/originals/${HASH}.jpg`],
    ['an address of the same scheme', '//i.pinimg.com/x.jpg'],
    ['a path with a backslash', '/\\evil.test/x.jpg'],
    ['an image in the address', 'data:image/svg+xml,x'],
    ['a script', 'javascript:alert(1)'],
    ['a script before an allowed address', `javascript:https://i.pinimg.com/originals/${HASH}.jpg`],
    ['a text', 'Image src error.'],
    ['a host without a path', 'https://i.pinimg.com'],
    ['a broken address', 'https://'],
  ])('is none for %s', (_what, address) => {
    expect(pictureOf(address, HOSTS)).toBeNull();
  });

  it('is none for the picture of a profile without one, even from an allowed host', () => {
    expect(pictureOf('https://s.pinimg.com/images/user/default_280.png', ['s.pinimg.com'])).toBeNull();
  });

  it('is none of another site without hosts', () => {
    expect(pictureOf(`https://i.pinimg.com/originals/${HASH}.jpg`, [])).toBeNull();
  });
});

describe('a thumbnail', () => {
  const original = `https://i.pinimg.com/originals/${HASH}.png`;
  it.each([
    [original, 40, `https://i.pinimg.com/236x/${HASH}.jpg`],
    [original, 236, `https://i.pinimg.com/236x/${HASH}.jpg`],
    [original, 237, `https://i.pinimg.com/474x/${HASH}.jpg`],
    [original, 700, `https://i.pinimg.com/736x/${HASH}.jpg`],
    [original, 2_000, `https://i.pinimg.com/736x/${HASH}.jpg`],
    [`https://s-media-cache-ak0.pinimg.com/60x60/${HASH}.jpg`, 60, `https://i.pinimg.com/236x/${HASH}.jpg`],
    [`https://i.pinimg.com/280x280_RS/${HASH}.jpg`, 76, `https://i.pinimg.com/140x140_RS/${HASH}.jpg`],
    ['https://images.example/originals/1.jpg', 236, 'https://images.example/originals/1.jpg'],
    ['/demo/pictures/pin/1.svg', 236, '/demo/pictures/pin/1.svg'],
  ])('of %s for %i pixels is %s', (address, width, expected) => {
    expect(thumbnail(address, width)).toBe(expected);
  });
});
