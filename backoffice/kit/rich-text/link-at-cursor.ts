import type { Mark, ResolvedPos } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

import { richSchema } from '#backoffice/kit/rich-text/text-schema.ts'

const { link: linkMark } = richSchema.marks

/** The address of the link at the cursor, or ''. */
export function linkAtCursor({ state }: EditorView): string {
  const href = linkAt(state.selection.$from)?.attrs['href']
  return typeof href === 'string' ? href : ''
}

/** Links the selection, or the link or word at the cursor. '' removes the link. */
export function setLink(view: EditorView, href: string): void {
  const { selection, tr } = view.state
  const { empty, $from } = selection
  const { from, to } = empty ? linkOrWordAt($from) : selection
  tr.removeMark(from, to, linkMark)
  if (href !== '') tr.addMark(from, to, linkMark.create({ href }))
  tr.setSelection(TextSelection.create(tr.doc, to))
  view.dispatch(tr)
  view.focus()
}

/** At the start of a link, the cursor itself is not in the link yet. */
const linkAt = ($from: ResolvedPos) =>
  linkMark.isInSet($from.marks()) ?? linkMark.isInSet($from.nodeAfter?.marks ?? [])

type Range = { from: number; to: number }

function linkOrWordAt($from: ResolvedPos): Range {
  const link = linkAt($from)
  return (link && rangeOfLink($from, link)) ?? wordAt($from)
}

/** A link can consist of several parts, for example with a bold word in it. */
function rangeOfLink($from: ResolvedPos, link: Mark): Range | undefined {
  const ranges: Range[] = []
  $from.parent.forEach((node, offset) => {
    if (!link.isInSet(node.marks)) return
    const from = $from.start() + offset
    const previous = ranges.at(-1)
    if (previous?.to === from) previous.to = from + node.nodeSize
    else ranges.push({ from, to: from + node.nodeSize })
  })
  return ranges.find(({ from, to }) => from <= $from.pos && $from.pos <= to)
}

function wordAt($from: ResolvedPos): Range {
  const text = $from.parent.textBetween(0, $from.parent.content.size, ' ', '\uFFFC')
  const before = text.slice(0, $from.parentOffset).search(/\S*$/)
  const after = /^\S*/.exec(text.slice($from.parentOffset))?.[0].length ?? 0
  return { from: $from.start() + before, to: $from.pos + after }
}
