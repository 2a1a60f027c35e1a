import { type Attrs, type DOMOutputSpec, type MarkSpec, Schema } from 'prosemirror-model'
import { parseHtml } from '#ui/lib/trusted-types.ts'

/** The schemas allow the HTML that `html-cleaning.ts` on the server allows. Nothing else can be typed or pasted. */

const readGlobalAttributes = (element: HTMLElement): Attrs => ({
  id: element.getAttribute('id'),
  lang: element.getAttribute('lang'),
  dir: element.getAttribute('dir'),
})
const GLOBAL_ATTRIBUTES = { id: { default: null }, lang: { default: null }, dir: { default: null } }

/** Leaves out attributes without a value. */
const withoutEmpty = (attributes: Attrs): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    ),
  )

/** `{points}`, edited only as a unit. */
const variable = {
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  attrs: { name: {} },
  toDOM: ({ attrs }: { attrs: Attrs }): DOMOutputSpec => [
    'span',
    { 'data-variable': String(attrs['name']), contenteditable: 'false' },
    String(attrs['name']),
  ],
  parseDOM: [
    {
      tag: 'span[data-variable]',
      getAttrs: (element: HTMLElement) => ({ name: element.dataset['variable'] ?? '' }),
    },
  ],
}

/** Lines of text and variables. */
export const plainSchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'inline*',
      toDOM: () => ['p', 0],
      parseDOM: [{ tag: 'p' }, { tag: 'li' }, { tag: 'h1, h2, h3, h4, h5, h6' }],
    },
    text: { group: 'inline' },
    variable,
  },
})

const mark = (tag: string, others: string[] = []): MarkSpec => ({
  toDOM: () => [tag, 0],
  parseDOM: [tag, ...others].map((name) => ({ tag: name })),
})

/** Elements that the editor cannot change stay as they are, such as tables and images. */
const preserved = (inline: boolean, tags: string) => ({
  group: inline ? 'inline' : 'block',
  inline,
  atom: true,
  attrs: { html: {}, tag: {} },
  toDOM: ({ attrs }: { attrs: Attrs }): DOMOutputSpec => [
    inline ? 'span' : 'div',
    { 'data-kept': String(attrs['tag']), contenteditable: 'false' },
    ...(inline ? [`⟨${String(attrs['tag'])}⟩`] : [preservedElement(String(attrs['html']))]),
  ],
  parseDOM: [
    {
      tag: tags,
      getAttrs: (element: HTMLElement) => ({
        html: element.outerHTML,
        tag: element.tagName.toLowerCase(),
      }),
    },
  ],
})

/** Parses in a document that renders and runs nothing. The server has cleaned the HTML. */
function preservedElement(html: string): HTMLElement {
  const [first] = parseHtml(html).body.children
  const element = document.createElement('div')
  if (first) element.append(document.importNode(first, true))
  return element
}

export const richSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      attrs: GLOBAL_ATTRIBUTES,
      toDOM: ({ attrs }) => ['p', withoutEmpty(attrs), 0],
      parseDOM: [{ tag: 'p, address, figcaption', getAttrs: readGlobalAttributes }],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { ...GLOBAL_ATTRIBUTES, level: { default: 2 } },
      toDOM: ({ attrs: { level, ...rest } }) => [`h${String(level)}`, withoutEmpty(rest), 0],
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        // The page that shows the text has the only h1.
        getAttrs: (element: HTMLElement) => ({
          ...readGlobalAttributes(element),
          level: Math.max(level, 2),
        }),
      })),
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      toDOM: () => ['ul', 0],
      parseDOM: [{ tag: 'ul' }],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { order: { default: 1 } },
      toDOM: ({ attrs: { order } }) => ['ol', order === 1 ? {} : { start: String(order) }, 0],
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (element: HTMLElement) => ({
            order: Number(element.getAttribute('start') ?? 1),
          }),
        },
      ],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      toDOM: () => ['li', 0],
      parseDOM: [{ tag: 'li' }],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      toDOM: () => ['blockquote', 0],
      parseDOM: [{ tag: 'blockquote' }],
    },
    rule: { group: 'block', toDOM: () => ['hr'], parseDOM: [{ tag: 'hr' }] },
    kept_block: preserved(false, 'table, figure, dl, details'),
    text: { group: 'inline' },
    variable,
    kept_inline: preserved(true, 'img'),
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      toDOM: () => ['br'],
      parseDOM: [{ tag: 'br' }],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, target: { default: null }, title: { default: null } },
      inclusive: false,
      toDOM: ({ attrs }) => ['a', withoutEmpty(attrs), 0],
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element: HTMLElement) => ({
            href: element.getAttribute('href'),
            target: element.getAttribute('target'),
            title: element.getAttribute('title'),
          }),
        },
      ],
    },
    abbr: {
      attrs: { title: { default: null } },
      toDOM: ({ attrs }) => ['abbr', withoutEmpty(attrs), 0],
      parseDOM: [
        {
          tag: 'abbr',
          getAttrs: (element: HTMLElement) => ({ title: element.getAttribute('title') }),
        },
      ],
    },
    strong: mark('strong', ['b']),
    em: mark('em', ['i']),
    u: mark('u'),
    s: mark('s'),
    small: mark('small'),
    sub: mark('sub'),
    sup: mark('sup'),
    mark: mark('mark'),
    code: mark('code'),
  },
})
