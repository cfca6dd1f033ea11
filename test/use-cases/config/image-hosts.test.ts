import { readConfig } from '#server/config/config';

const imageHosts = (text: string | undefined) => readConfig({ IMAGE_HOSTS: text }).IMAGE_HOSTS;

describe('IMAGE_HOSTS', () => {
  it.each([
    [undefined, ['i.pinimg.com']],
    ['', []],
    [' , ', []],
    ['i.pinimg.com', ['i.pinimg.com']],
    ['I.PinImg.com, images.example.com,i.pinimg.com', ['i.pinimg.com', 'images.example.com']],
    ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
  ])('%j allows %j', (text, expected) => {
    expect(imageHosts(text)).toEqual(expected);
  });

  it.each([
    'https://i.pinimg.com',
    'i.pinimg.com/originals',
    'i.pinimg.com:443',
    '*.pinimg.com',
    '*',
    "'unsafe-inline'",
    'i.pinimg.com;script-src *',
    'i.pinimg.com evil.test',
    '127.0.0.1',
    'localhost',
    '-.example.com',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
  ])('refuses %j at startup and names it', (text) => {
    expect(() => imageHosts(`i.pinimg.com,${text}`)).toThrow(
      `wrong settings: IMAGE_HOSTS must be host names like i.pinimg.com, separated by commas: "${text}" is none`,
    );
  });
});
