import { cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ImportMapping } from '#backoffice/modules/catalog/imports/ImportMapping.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

const runWith = (mapping: (string | null)[]) =>
  ({
    id: '7',
    columns: ['Article', ''],
    mapping,
    fields: ['sku', 'gift'],
    missing: ['sku'],
  }) as unknown as StaffResponse<'importRun'>

it('asks which mapping stays, if a colleague saved another one (DESK-14)', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: [] })))
  let user = await renderBackoffice(<ImportMapping me="1" run={runWith([null, null])} />)
  await user.selectOptions(screen.getByLabelText('Article'), 'sku')
  expect(screen.queryByText(en('changedByOther'))).toBe(null)

  cleanup()
  user = await renderBackoffice(<ImportMapping me="1" run={runWith([null, 'gift'])} />)
  expect(screen.getByText(en('changedByOther'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: en('useTheirs') }))
  expect(screen.getByLabelText<HTMLSelectElement>('Article').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('2').value).toBe('gift')
  expect(screen.queryByText(en('changedByOther'))).toBe(null)
})

it('names the columns that are not imported, such as those of an unknown language', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: [] })))
  const run = {
    ...runWith(['sku', null, null]),
    columns: ['Article', 'Name (Klingon)', ''],
    missing: [],
  }
  await renderBackoffice(<ImportMapping me="1" run={run} />)
  const ignored = screen.getByText(en('columnsIgnored', { count: 1, names: 'Name (Klingon)' }))
  expect(ignored.closest('details')?.open).toBe(true)
})
