import { DOMParser as FromDom, DOMSerializer, Fragment, type Node } from 'prosemirror-model'

import { plainSchema, richSchema } from '#backoffice/kit/rich-text/text-schema.ts'
import { parseHtml } from '#ui/lib/trusted-types.ts'

/** Converts a text between the shop's stored format and the editor's document, without loss. */

const VARIABLE = /\{\s*([a-z][\w.-]*)\s*\}/gi

type Kind = 'plain' | 'rich'
const schemaOf = (kind: Kind) => (kind === 'plain' ? plainSchema : richSchema)

/** Replaces known names in braces by variable nodes, which cannot be split. */
export function withVariables(node: Node, known: readonly string[]): Node {
  if (node.isText) return node
  const { schema } = node.type
  const children: Node[] = []
  node.forEach((child) => {
    if (!child.isText) {
      children.push(withVariables(child, known))
      return
    }
    const text = child.text ?? ''
    let position = 0
    for (const match of text.matchAll(VARIABLE)) {
      const [matched, name = ''] = match
      if (!known.includes(name)) continue
      if (match.index > position)
        children.push(schema.text(text.slice(position, match.index), child.marks))
      children.push(schema.node('variable', { name }, [], child.marks))
      position = match.index + matched.length
    }
    if (position === 0) children.push(child)
    else if (position < text.length) children.push(schema.text(text.slice(position), child.marks))
  })
  return node.copy(Fragment.fromArray(children))
}

export function parseText(kind: Kind, value: string, known: readonly string[]): Node {
  if (kind === 'plain') {
    const lines = value
      .split('\n')
      .map((line) =>
        plainSchema.node('paragraph', null, line === '' ? [] : [plainSchema.text(line)]),
      )
    return withVariables(plainSchema.node('doc', null, lines), known)
  }
  // Parsed in a separate document that renders, fetches and runs nothing.
  const { body } = parseHtml(value)
  return withVariables(FromDom.fromSchema(schemaOf(kind)).parse(body), known)
}

const HAS_BLOCK = /<(p|h[1-6]|ul|ol|blockquote|table|hr|div|figure|dl|details|address)\b/i

/** `before` is the previous value: a text without block elements stays without them. */
export function serializeText(doc: Node, before = ''): string {
  if (doc.type.schema === plainSchema) {
    const lines: string[] = []
    doc.forEach((line) => lines.push(lineOf(line)))
    return lines.join('\n').trim()
  }
  const hadNoBlocks = before !== '' && !HAS_BLOCK.test(before)
  if (doc.textContent === '' && !hasAtom(doc)) return ''
  const target = document.implementation.createHTMLDocument()
  const only = doc.childCount === 1 ? doc.firstChild : null
  const content = hadNoBlocks && only?.type.name === 'paragraph' ? only.content : doc.content
  const fragment = DOMSerializer.fromSchema(richSchema).serializeFragment(content, {
    document: target,
  })
  target.body.append(fragment)
  for (const item of target.querySelectorAll('li')) {
    const [first, ...others] = item.children
    if (first?.tagName === 'P' && !others.some(({ tagName }) => tagName === 'P')) {
      first.replaceWith(...first.childNodes)
    }
  }
  for (const chip of target.querySelectorAll<HTMLElement>('[data-variable]')) {
    chip.replaceWith(`{${chip.dataset['variable'] ?? ''}}`)
  }
  return restorePreserved(target.body.innerHTML, doc)
}

/** Restores preserved HTML exactly as it was. */
function restorePreserved(html: string, doc: Node): string {
  const preserved: string[] = []
  doc.descendants((node) => {
    if (node.type.name.startsWith('kept_')) preserved.push(String(node.attrs['html']))
  })
  if (preserved.length === 0) return html
  const { body } = parseHtml(html)
  for (const [index, placeholder] of [...body.querySelectorAll('[data-kept]')].entries()) {
    const [original] = parseHtml(preserved[index] ?? '').body.children
    if (original) placeholder.replaceWith(body.ownerDocument.importNode(original, true))
  }
  return body.innerHTML
}

function lineOf(line: Node): string {
  let text = ''
  line.forEach((node) => {
    text += node.isText ? (node.text ?? '') : `{${String(node.attrs['name'])}}`
  })
  return text
}

function hasAtom(doc: Node): boolean {
  let found = false
  doc.descendants((node) => {
    if (node.isAtom && !node.isText && node.type.name !== 'hard_break') found = true
  })
  return found
}

/** Plain text on one line, for summaries. */
export const htmlToText = (html: string): string => parseHtml(html).body.textContent ?? ''
