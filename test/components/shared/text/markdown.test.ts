import { expect, fixture, html } from '@open-wc/testing';
import { renderMarkdown } from '../../../../components/shared/text/markdown.ts';
import '../../../../components/shared/chat/chat-message.ts';
import { entry, find, inside } from '../../app/home-state.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

type HwChatMessage = HTMLElementTagNameMap['hw-chat-message'];

declare global {
  interface Window {
    ranScript?: boolean;
  }
}

const render = (text: string): HTMLElement => {
  const box = document.createElement('div');
  box.append(renderMarkdown(text));
  document.body.append(box);
  return box;
};

const message = (text: string) =>
  fixture<HwChatMessage>(html`<hw-chat-message .entry=${entry('a', text)}></hw-chat-message>`);

describe('Markdown of a chat message', () => {
  afterEach(() => delete window.ranScript);

  it('shows lists, code, emphasis, tables and links', () => {
    const box = render('- **one**\n- `two`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](https://example.org/)');
    expect(box.querySelectorAll('li')).to.have.length(2);
    expect(box.querySelector('td')?.textContent).to.equal('1');
    const link = box.querySelector('a');
    expect(link?.href).to.equal('https://example.org/');
    expect(link?.rel.split(' ')).to.include.members(['noopener', 'nofollow']);
  });

  it('shows a mail address as text, without a link', () => {
    const box = render(
      'Write to ada@example.org, or [here](mailto:ada@example.org), or [there](javascript:x).',
    );
    expect(box.querySelector('a')).to.equal(null);
    expect(box.textContent?.trim()).to.equal('Write to ada@example.org, or here, or there.');
  });

  const hostile = [
    '<img src=x onerror="window.ranScript = true">',
    '<script>window.ranScript = true</script>',
    '<svg onload="window.ranScript = true"><style>*{display:none}</style></svg>',
    '<iframe srcdoc="<script>parent.ranScript = true</script>"></iframe>',
    '<details open ontoggle="window.ranScript = true">x</details>',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.ranScript=true">',
    '<form action="https://evil.example"><button>go</button><input autofocus onfocus="window.ranScript=true"></form>',
    '<a href="javascript:window.ranScript = true" id="location">x</a>',
    '[x](javascript:window.ranScript=true) [y](data:text/html,<script>1</script>) [z](vbscript:x)',
    '[x](JaVaScRiPt&colon;window.ranScript=true) [y](//evil.example) <hw-chat></hw-chat>',
    '<style>body{background:url(https://evil.example/x)}</style><p style="position:fixed;inset:0">over</p>',
  ];
  for (const text of hostile) {
    it(`removes active content from: ${text.slice(0, 60)}`, async () => {
      const box = render(text);
      for (const link of box.querySelectorAll('a')) link.click();
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(window.ranScript).to.equal(undefined);
      const names = [...box.querySelectorAll('*')].map((node) => node.localName);
      expect(names).to.not.include.members(['img']);
      for (const bad of ['script', 'style', 'svg', 'iframe', 'form', 'input', 'button', 'math', 'hw-chat'])
        expect(names).to.not.include(bad);
      for (const node of box.querySelectorAll('*'))
        for (const { name, value } of node.attributes) {
          expect(['href', 'rel', 'target', 'start', 'tabindex']).to.include(name);
          if (name === 'href') expect(value).to.match(/^https?:\/\//);
        }
    });
  }

  it('loads no picture: it becomes a link with its description', () => {
    const asked = performance.getEntriesByType('resource').length;
    const box = render(
      '![a cat](https://pictures.example/cat.png) <img src="https://pictures.example/b.png" alt="a dog">',
    );
    expect([...box.querySelectorAll('a')].map((link) => [link.textContent, link.href])).to.deep.equal([
      ['a cat', 'https://pictures.example/cat.png'],
      ['a dog', 'https://pictures.example/b.png'],
    ]);
    expect(performance.getEntriesByType('resource').length).to.equal(asked);
  });
});

describe('hw-chat-message', () => {
  it('is plain text until the formatter is loaded, and formatted afterwards', async () => {
    const element = await message('**bold**');
    await waitUntil(() => inside(element).querySelector('strong')?.textContent === 'bold');
    await expect(element).to.be.accessible();
  });

  it('shows the visitor’s text as typed', async () => {
    const element = await fixture<HwChatMessage>(
      html`<hw-chat-message .entry=${entry('v', '<b>2 * 3 * 4</b>', { role: 'visitor' })}></hw-chat-message>`,
    );
    expect(find(element, '.text').textContent?.trim()).to.equal('<b>2 * 3 * 4</b>');
  });

  it('collapses 100 kB, and shows all of it on demand', async () => {
    const text = `${'word '.repeat(20_000)}end`;
    const element = await message(text);
    expect((find(element, '.text').textContent ?? '').length).to.be.lessThan(4_100);
    find<HTMLButtonElement>(element, '.action').click();
    await element.updateComplete;
    expect(element.getBoundingClientRect().height).to.be.greaterThan(1_000);
    expect(find(element, '.text').textContent?.trim()).to.have.length(text.length);
    expect(find(element, '.action').getAttribute('aria-expanded')).to.equal('true');
  });

  it('is not stretched by a text without spaces', async () => {
    const element = await fixture<HwChatMessage>(
      html`<hw-chat-message style="width: 200px" .entry=${entry('a', 'x'.repeat(3_000))}></hw-chat-message>`,
    );
    expect(element.scrollWidth).to.be.at.most(200);
  });

  it('removes bidirectional control characters', async () => {
    const element = await message('photo\u202egpj.exe');
    expect(find(element, '.text').textContent).to.include('photogpj.exe');
    expect(find(element, '.text').textContent).to.not.include('\u202e');
  });

  it('says that an answer was interrupted, and why', async () => {
    const element = await fixture<HwChatMessage>(
      html`<hw-chat-message
        .entry=${entry('a', 'Half', { status: 'failed', cause: 'the bridge closed' })}
      ></hw-chat-message>`,
    );
    expect(find(element, '.outcome').textContent).to.equal('broke off: the bridge closed');
  });
});
