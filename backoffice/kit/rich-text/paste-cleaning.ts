import { parseHtml } from '#ui/lib/trusted-types.ts'

/** The kinds of content that are removed on paste, each with a message. */
export type PasteLoss = 'scripts' | 'pictures' | 'tables' | 'links' | 'looks' | 'notes'

const BLOCKS = new Set('P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE HR BR'.split(' '))
const MARKS = new Set('A STRONG B EM I U S SMALL SUB SUP MARK CODE ABBR'.split(' '))
const SCRIPTS =
  'script, iframe, object, embed, form, input, button, svg, math, template, link, meta, base'
const SAFE_LINK = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i

const VARIABLE = /^[a-z][\w.-]*$/i

/** Includes the value, so that text inside it is not read as another attribute. */
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/g

/**
 * Converts clipboard HTML of word processors and web pages to markup that the shop supports. Styles are read from the
 * text before it is parsed: parsed HTML is subject to the page's CSP, which blocks inline styles and handlers and
 * logs each violation.
 */
export function cleanPaste(html: string): { html: string; lost: PasteLoss[] } {
  const lost = new Set<PasteLoss>()
  const bare = html
    .replaceAll(/<!--\[if !supportLists\]-->|<!\[if !supportLists\]>/gi, '<span data-bullet="1">')
    .replaceAll(/<!--\[endif\]-->|<!\[endif\]>/gi, '</span>')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(style|xml|title|head)\b[\s\S]*?<\/\1>/gi, (_, tag: string) => {
      if (tag.toLowerCase() === 'style') lost.add('looks')
      return ''
    })
    .replaceAll(/\sstyle\s*=\s*("[^"]*"|'[^']*')/gi, (_, quoted: string) => {
      lost.add('looks')
      return ` data-look=${quoted.startsWith('"') ? quoted : `"${quoted.slice(1, -1).replaceAll('"', '')}"`}`
    })
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(ATTRIBUTE, (attribute, name: string) => {
        if (!/^on/i.test(name)) return attribute
        lost.add('scripts')
        return ''
      }),
    )
  const { body } = parseHtml(bare)
  for (const script of body.querySelectorAll(SCRIPTS)) {
    lost.add('scripts')
    script.remove()
  }
  for (const note of body.querySelectorAll('[class*="MsoComment"], a[href^="#_msocom"]')) {
    lost.add('notes')
    note.remove()
  }
  readStyles(body)
  readWordLists(body)
  for (const picture of body.querySelectorAll('img, picture, video, audio, canvas')) {
    lost.add('pictures')
    picture.remove()
  }
  for (const row of body.querySelectorAll('tr')) {
    lost.add('tables')
    const line = body.ownerDocument.createElement('p')
    line.textContent = [...row.children].map((cell) => cell.textContent?.trim() ?? '').join(' · ')
    row.closest('table')?.before(line)
  }
  for (const table of body.querySelectorAll('table')) table.remove()
  for (const element of [...body.querySelectorAll('*')].toReversed()) {
    cleanElement(element, lost)
  }
  return { html: body.innerHTML, lost: [...lost] }
}

/** Word's 'mso-bidi-font-weight:normal' on bold words concerns other scripts. */
const NOT_BOLD = /(?<![\w-])font-weight:\s*(normal|[1-4]00)/i

/** Bold, italic and strikethrough become tags. A `b` element with a normal font weight is not bold. */
function readStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-look]')) {
    const look = element.getAttribute('data-look') ?? ''
    if (/^(B|STRONG)$/.test(element.tagName) && NOT_BOLD.test(look)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    const tags = [
      /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i.test(look) ? 'strong' : null,
      /(?<![\w-])font-style:\s*italic/i.test(look) ? 'em' : null,
      /(?:^|;)\s*text-decoration[^;:]*:[^;]*line-through/i.test(look) ? 's' : null,
    ].filter((tag) => tag !== null)
    if (element.tagName === 'SPAN' && tags.length > 0) {
      let inner: Element = element
      for (const tag of tags) {
        const wrap = body.ownerDocument.createElement(tag)
        wrap.append(...inner.childNodes)
        inner.append(wrap)
        inner = wrap
      }
    }
  }
}

/** Word's bullet characters, none of which starts a sentence. */
const TYPED_BULLET = /^\s*[·•▪◦§\uF0B7\uF0A7][\s\u00A0]+(?=\S)/

/** Removes the first characters of a line, across nested marks. */
function removeStart(line: Element, length: number): void {
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let remaining = length
  while (remaining > 0 && texts.nextNode()) {
    const text = texts.currentNode as Text
    const cut = Math.min(remaining, text.length)
    text.deleteData(0, cut)
    remaining -= cut
  }
}

/** Word writes lists as paragraphs that begin with a bullet, sometimes without marking them as a list. */
function readWordLists(body: HTMLElement): void {
  let list: HTMLElement | null = null
  for (const line of body.querySelectorAll('p')) {
    const look = line.getAttribute('data-look') ?? ''
    const bullet = line.querySelector('[data-bullet]')
    const typed = bullet ? null : TYPED_BULLET.exec(line.textContent ?? '')
    if (!bullet && !typed && !/mso-list:\s*l\d/i.test(look)) {
      list = null
      continue
    }
    const isNumbered = /^\s*[\da-z]{1,3}[.)]/i.test(bullet?.textContent ?? '')
    bullet?.remove()
    if (typed) removeStart(line, typed[0].length)
    const tag = isNumbered ? 'ol' : 'ul'
    const before: Element | null = line.previousElementSibling
    const continuesList = before !== null && before === list && before.tagName.toLowerCase() === tag
    const target: HTMLElement = continuesList && list ? list : body.ownerDocument.createElement(tag)
    if (!continuesList) line.before(target)
    const item = body.ownerDocument.createElement('li')
    item.append(...line.childNodes)
    target.append(item)
    line.remove()
    list = target
  }
}

function cleanElement(element: Element, lost: Set<PasteLoss>): void {
  const { tagName } = element
  const variable = element.getAttribute('data-variable') ?? ''
  if (VARIABLE.test(variable)) {
    // One of our variables that was copied or cut, restored by its name.
    element.replaceWith(`{${variable}}`)
    return
  }
  if (!BLOCKS.has(tagName) && !MARKS.has(tagName)) {
    if (/^(DIV|SECTION|ARTICLE|HEADER|FOOTER|MAIN)$/.test(tagName) && !hasBlock(element)) {
      const line = element.ownerDocument.createElement('p')
      line.append(...element.childNodes)
      element.replaceWith(line)
    } else element.replaceWith(...element.childNodes)
    return
  }
  const href = element.getAttribute('href')
  for (const name of element.getAttributeNames()) {
    if (/^on/i.test(name)) lost.add('scripts')
    element.removeAttribute(name)
  }
  if (tagName !== 'A') return
  if (href !== null && SAFE_LINK.test(href.trim())) element.setAttribute('href', href.trim())
  else {
    if (href !== null) lost.add(/^\s*javascript:/i.test(href) ? 'scripts' : 'links')
    element.replaceWith(...element.childNodes)
  }
}

const hasBlock = (element: Element) =>
  [...element.querySelectorAll('*')].some(({ tagName }) => BLOCKS.has(tagName) && tagName !== 'BR')

/** Whether a text of the shop may link to this address. */
export const isLink = (href: string) => SAFE_LINK.test(href) && !/\s/.test(href)
