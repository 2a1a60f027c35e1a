import {
  baseKeymap,
  chainCommands,
  exitCode,
  setBlockType,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Node, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'

import { cleanPaste, type PasteLoss } from '#backoffice/kit/rich-text/paste-cleaning.ts'
import { parseText, withVariables, serializeText } from '#backoffice/kit/rich-text/text-format.ts'
import { plainSchema, richSchema } from '#backoffice/kit/rich-text/text-schema.ts'

export type EditorSettings = {
  kind: 'plain' | 'rich'
  value: string
  variables: readonly string[]
  /** The readable name of a variable. */
  nameVariable: (name: string) => string
  attributes: Record<string, string>
  onChange: (value: string) => void
  /** Receives the kinds of content that were removed on paste. */
  onLost: (lost: PasteLoss[]) => void
  onFocus: (view: EditorView) => void
}

/** Opens the editor of one text in an element. */
export function openEditor(element: HTMLElement, settings: EditorSettings): EditorView {
  const { kind, value, variables, nameVariable, attributes, onChange, onLost, onFocus } = settings
  const view: EditorView = new EditorView(
    { mount: element },
    {
      state: stateOf(parseText(kind, value, variables), kind, variables),
      attributes,
      nodeViews: {
        variable: (node) => ({ dom: variableChip(String(node.attrs['name']), nameVariable) }),
      },
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction))
        if (transaction.docChanged) onChange(serializeText(view.state.doc, value))
      },
      transformPastedHTML(html) {
        const { html: clean, lost } = cleanPaste(html)
        if (lost.length > 0) onLost(lost)
        return clean
      },
      // Known names in braces in pasted text become variable nodes.
      transformPasted: (slice) => {
        const pasted = richOrPlain(kind).topNodeType.create(null, slice.content)
        return new Slice(withVariables(pasted, variables).content, slice.openStart, slice.openEnd)
      },
      clipboardTextSerializer: (slice) => {
        const lines: string[] = []
        slice.content.forEach((node) => lines.push(textOf(node)))
        return lines.join('\n')
      },
      handleDOMEvents: {
        focus: () => {
          onFocus(view)
          // The editor handles the event too.
          return false
        },
      },
    },
  )
  return view
}

/** An element with the readable name of a variable. Its tooltip and copied text contain the variable's own name. */
function variableChip(name: string, nameVariable: (name: string) => string): HTMLElement {
  const element = document.createElement('span')
  element.dataset['variable'] = name
  element.contentEditable = 'false'
  element.title = `{${name}}`
  element.textContent = nameVariable(name)
  return element
}

const richOrPlain = (kind: 'plain' | 'rich') => (kind === 'plain' ? plainSchema : richSchema)

function textOf(node: Node): string {
  if (node.isText) return node.text ?? ''
  if (node.type.name === 'variable') return `{${String(node.attrs['name'])}}`
  let text = ''
  node.forEach((child) => {
    text += textOf(child)
  })
  return text
}

/** Replaces the content from outside, for example after a discarded draft or a merge. */
export function setEditorContent(
  view: EditorView,
  { kind, value, variables }: Pick<EditorSettings, 'kind' | 'value' | 'variables'>,
): void {
  view.updateState(stateOf(parseText(kind, value, variables), kind, variables))
}

function stateOf(doc: Node, kind: 'plain' | 'rich', variables: readonly string[]): EditorState {
  return EditorState.create({
    doc,
    plugins: [
      history(),
      keymap(kind === 'plain' ? plainKeys : richKeys),
      keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }),
      keymap(baseKeymap),
      atomicVariables(variables),
    ],
  })
}

/** A known name typed in braces becomes one variable node at the closing brace. */
const atomicVariables = (known: readonly string[]) =>
  new Plugin({
    appendTransaction(transactions, _, { doc, tr, schema }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const found: { from: number; to: number; name: string }[] = []
      doc.descendants((node, at) => {
        for (const match of (node.text ?? '').matchAll(/\{\s*([a-z][\w.-]*)\s*\}/gi)) {
          const [matched, name = ''] = match
          if (!known.includes(name)) continue
          found.push({ from: at + match.index, to: at + match.index + matched.length, name })
        }
      })
      if (found.length === 0) return withoutSecondBraces(doc, tr)
      for (const { from, to, name } of found.toReversed()) {
        tr.replaceWith(from, to, schema.node('variable', { name }))
      }
      return tr
    },
  })

/** Other systems write `{{points}}`. The extra braces around the variable node are removed. */
function withoutSecondBraces(doc: Node, tr: Transaction): Transaction | null {
  doc.descendants((node, at, parent, index) => {
    if (node.type.name !== 'variable') return
    const before = parent?.maybeChild(index - 1)?.text ?? ''
    const after = parent?.maybeChild(index + 1)?.text ?? ''
    if (!before.endsWith('{') || !after.startsWith('}')) return
    const end = at + node.nodeSize
    tr.delete(tr.mapping.map(end), tr.mapping.map(end + 1))
    tr.delete(tr.mapping.map(at - 1), tr.mapping.map(at))
  })
  return tr.docChanged ? tr : null
}

const plainKeys: Record<string, Command> = {
  // A single line stays a single line: true means that the key is handled, so nothing is inserted. In a text with
  // several lines, Enter adds one.
  Enter: ({ doc }) => doc.childCount === 1,
}

const { nodes, marks } = richSchema
const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

const richKeys: Record<string, Command> = {
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  'Mod-u': toggleMark(marks.u),
  'Mod-Alt-2': setBlockType(nodes.heading, { level: 2 }),
  'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
  'Mod-Alt-0': setBlockType(nodes.paragraph),
  'Shift-Enter': lineBreak,
  Enter: splitListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
  'Mod-]': sinkListItem(nodes.list_item),
}

export const ACTIONS = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  heading: setBlockType(nodes.heading, { level: 2 }),
  paragraph: setBlockType(nodes.paragraph),
  bullets: wrapInList(nodes.bullet_list),
  numbers: wrapInList(nodes.ordered_list),
  outdent: liftListItem(nodes.list_item),
  quote: wrapIn(nodes.blockquote),
} as const satisfies Record<string, Command>
export type ActionName = keyof typeof ACTIONS

export function runEditorAction(view: EditorView, name: ActionName): void {
  ACTIONS[name](view.state, view.dispatch)
  view.focus()
}

export function insertVariable(view: EditorView, name: string): void {
  const { tr, schema } = view.state
  view.dispatch(tr.replaceSelectionWith(schema.node('variable', { name }), true).scrollIntoView())
  view.focus()
}
