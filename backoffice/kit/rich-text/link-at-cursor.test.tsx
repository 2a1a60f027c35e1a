import { TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'

import { linkAtCursor, setLink } from '#backoffice/kit/rich-text/link-at-cursor.ts'
import { openEditor } from '#backoffice/kit/rich-text/open-editor.ts'

/** The editor with the cursor behind the first letter of a word of its text. */
function editorAt(value: string, word: string) {
  let text = value
  const view = openEditor(document.createElement('div'), {
    kind: 'rich',
    value,
    variables: [],
    nameVariable: (name) => name,
    attributes: {},
    onChange: (changed) => (text = changed),
    onLost: () => {},
    onFocus: () => {},
  })
  view.state.doc.descendants((node, position) => {
    const at = node.text?.indexOf(word) ?? -1
    if (at >= 0)
      view.dispatch(
        view.state.tr.setSelection(TextSelection.create(view.state.doc, position + at + 1)),
      )
  })
  return { view, text: () => text }
}

const LINKED =
  '<p>See <a href="https://a.example">our <strong>terms</strong> of use</a> and <a href="https://b.example">more</a>.</p>'

it('changes and removes a link of several words as a whole, whichever word the cursor is in (DESK-14)', () => {
  for (const word of ['our', 'terms', 'use']) {
    const changed = editorAt(LINKED, word)
    expect(linkAtCursor(changed.view)).toBe('https://a.example')
    setLink(changed.view, 'https://c.example')
    expect(changed.text()).not.toContain('https://a.example')
    expect(changed.text()).toContain('https://b.example')

    const removed = editorAt(LINKED, word)
    setLink(removed.view, '')
    expect(removed.text().match(/<a /g)).toHaveLength(1)
    expect(removed.text()).toContain('https://b.example')
  }
})

it('links the word at the cursor where there is no link (DESK-14)', () => {
  const { view, text } = editorAt('<p>See our terms.</p>', 'our')
  setLink(view, 'https://c.example')
  expect(text()).toMatch(/>our<\/a>/)
  expect(text().match(/<a /g)).toHaveLength(1)
})
