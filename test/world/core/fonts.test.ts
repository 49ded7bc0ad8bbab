import { expect } from '@open-wc/testing';
import { theme } from '../../../theme/theme.ts';
import { fontsLoaded } from '../../../world/core/fonts.ts';

describe('the fonts of the world', () => {
  const load = FontFaceSet.prototype.load;
  afterEach(() => {
    FontFaceSet.prototype.load = load;
  });

  it('are asked for in both weights of the theme’s font', async () => {
    const asked: string[] = [];
    FontFaceSet.prototype.load = (font) => {
      asked.push(font);
      return Promise.resolve([]);
    };
    await fontsLoaded(theme);
    expect(asked).to.deep.equal([`400 16px ${theme.fonts.mono}`, `700 16px ${theme.fonts.mono}`]);
  });

  it('do not hold up the world when they fail or never come', async () => {
    FontFaceSet.prototype.load = () => Promise.reject(new DOMException('refused', 'NetworkError'));
    await fontsLoaded(theme);
    FontFaceSet.prototype.load = () => new Promise<never>(() => undefined);
    const begin = performance.now();
    await fontsLoaded(theme);
    expect(performance.now() - begin).to.be.greaterThan(1_400);
  });
});
