import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

import { EmployerSelect } from '#backoffice/modules/employers/EmployerSelect.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

const FIRST = { id: '1', name: 'Alpenwerk' }
const LAST = { id: '300', name: 'Zilverkade' }

function Choice() {
  const [employer, setEmployer] = useState('')
  return <EmployerSelect value={employer} onValue={setEmployer} />
}

/** Lists only the first employer, and finds the last by its name. */
const answer = (total: number) => (address: string) => {
  const asked = new URL(address, 'http://shop').searchParams
  const isLast = asked.get('search') === 'zilver' || asked.get('ids') === LAST.id
  return Promise.resolve(
    Response.json({ items: [isLast ? LAST : FIRST], total: { count: isLast ? 1 : total } }),
  )
}

it('searches employers that the list does not show, and keeps the selection', async () => {
  vi.stubGlobal('fetch', answer(300))
  const user = await renderBackoffice(<Choice />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: en('employer') })
  await within(select).findByRole('option', { name: FIRST.name })
  await user.type(await screen.findByLabelText(en('searchEmployer')), 'zilver')
  await within(select).findByRole('option', { name: LAST.name })
  await user.selectOptions(select, LAST.id)
  await user.clear(screen.getByLabelText(en('searchEmployer')))
  await within(select).findByRole('option', { name: FIRST.name })
  expect(select.value).toBe(LAST.id)
})

it('shows no search field if the list has all employers', async () => {
  vi.stubGlobal('fetch', answer(1))
  await renderBackoffice(<Choice />)
  await screen.findByRole('option', { name: FIRST.name })
  expect(screen.queryByLabelText(en('searchEmployer'))).toBeNull()
})
