import { expect } from '@open-wc/testing';
import { buildText } from '../../../components/panels/help.ts';

const page = (head: string): Document => new DOMParser().parseFromString(head, 'text/html');

it('names version and build of a built page, also of a demo, and of no other page', () => {
  const version = '<meta name="version" content="1.2.3">';
  const script = (name: string) => `<script type="module" src="./assets/${name}.js"></script>`;
  expect(buildText(page(version + script('index-AbCd1234')))).to.equal('Version 1.2.3, build index-AbCd1234');
  expect(buildText(page(version + script('demo-AbCd1234') + script('index-XyZw9876')))).to.equal(
    'Version 1.2.3, build index-XyZw9876',
  );
  expect(buildText(page(version + script('index')))).to.equal(undefined);
  expect(buildText(page(script('index-AbCd1234')))).to.equal(undefined);
});
