import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const KEY = { channel: '1014', path: 'headercomponents', block: '', key: 'planned', language: 'nl' }
const TYPED: TypedChanges = {
  'planned nl': {
    kind: 'content',
    key: { ...KEY, field: 'text' },
    before: null,
    base_version: 0,
    after: { value: 'Al eerder' },
    seen: null,
  },
}

function Editor() {
  const saving = useSaving('Header', TYPED, () => {})
  return (
    <button type="button" onClick={() => void saving.save('publish')}>
      Publish
    </button>
  )
}

function Pages() {
  const [shown, setShown] = useState(true)
  return (
    <>
      {shown ? <Editor /> : null}
      <button type="button" onClick={() => setShown(false)}>
        Leave
      </button>
    </>
  )
}

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'r-17' } })
const published = {
  release: { id: '7', name: 'Header: Planned' },
  removed: [],
  warnings: [],
  overlaps: [],
}

/** Answers to the calls of an undo, one after the other. */
function answerUndo(...answers: (() => Promise<Response> | Response)[]) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/undo')) {
      const next = answers.shift()
      if (!next) throw new Error('nothing more is expected')
      return next()
    }
    return url.includes('channel') && !url.includes('publish')
      ? answer(200, { items: [], total: 0 })
      : answer(200, published)
  })
}
const button = (name: string) => screen.getByRole('button', { name })

it('undoes a publication from another page, and shows errors and later changes of others (DESK-11)', async () => {
  answerUndo(
    () => answer(409, { error: { code: 'too-late' } }),
    () =>
      answer(200, {
        release: published.release,
        undone: 1,
        left: [
          {
            kind: 'content',
            subject: 'planned nl',
            key: { ...KEY, field: 'text' },
            by: { id: '2', name: 'Rik' },
            at: '2027-01-01T00:00:00Z',
            release: null,
          },
        ],
      }),
  )
  const user = await renderBackoffice(<Pages />)
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  await screen.findByText(en('isPublished', { name: 'Header: Planned' }), {
    selector: '[data-result] span',
  })
  await user.click(button('Leave'))
  await user.click(button(en('undo')))
  await screen.findByText(en('undoTooLate'), { selector: '[data-result] span' })
  await user.click(button(en('undo')))
  const result = await screen.findByText(
    (text) => text.startsWith(en('release.undone', { count: 1 })),
    {
      selector: '[data-result] span',
    },
  )
  expect(result.textContent).toContain('Rik')
  expect(result.textContent).toContain('nl')
})
