import { expect, fixture, html } from '@open-wc/testing';

it('waits for the accessibility assertion', async () => {
  const element = await fixture(html`<p></p>`);
  expect(element).to.be.accessible(); // expect: await-accessible
  await expect(element).to.be.accessible();
  expect(element.firstChild!).to.not.equal(null);
});
