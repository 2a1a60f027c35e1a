import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

import { ReleaseBar } from '#backoffice/modules/content/editor/ReleaseBar.tsx'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { useSaving } from '#backoffice/modules/content/editor/use-saving.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const EDITOR = { permissions: ['content.write', 'release.publish'] } as unknown as Staff
const TYPED: TypedChanges = {
  'planned nl': {
    kind: 'content',
    key: {
      channel: '1014',
      path: 'headercomponents',
      block: '',
      key: 'planned',
      language: 'nl',
      field: 'text',
    },
    before: null,
    base_version: 0,
    after: { value: 'Al eerder' },
    seen: null,
  },
}

function Editor() {
  const [typed, setTyped] = useState(TYPED)
  const saving = useSaving('Header', typed, (part) =>
    setTyped((before) => ({ ...before, ...part })),
  )
  const count = entriesOf(typed).length
  return <ReleaseBar staff={EDITOR} saving={saving} count={count} discard={() => () => {}} />
}

it('keeps the dialog open, with its error, if the draft is saved and the time is refused (DESK-19)', async () => {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' } = {}) => {
    if (url.includes('/publish')) {
      return Response.json({ error: { code: 'moment-past' } }, { status: 409 })
    }
    // The release is still being read when the refusal arrives.
    if (method === 'GET' && /releases\/\d/.test(url)) return new Promise(() => {})
    if (method === 'GET') return Response.json({ items: [], total: { count: 0 } })
    return Response.json({ id: '7', name: 'Header', removed: [], warnings: [] })
  })
  const user = await renderBackoffice(<Editor />)
  await user.click(await screen.findByRole('button', { name: en('schedule.open') }))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByLabelText(/Goes live/), '01/01/2020 09:00')
  await user.click(within(dialog).getByRole('button', { name: en('schedule.submit') }))
  expect(await screen.findByText(en('why.momentPast'))).toBeDefined()
  expect(within(screen.getByRole('dialog')).getByText(en('why.momentPast'))).toBeDefined()
})
