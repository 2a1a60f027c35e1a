import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { navigate, useLocation } from '#backoffice/kit/router/address.tsx'
import { useLinkedOpen } from '#backoffice/kit/router/use-linked-open.ts'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Section() {
  const { open, setOpen } = useLinkedOpen('alt-')
  const { anchor } = useLocation()
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Section
      </button>
      <p data-testid="anchor">{anchor}</p>
    </>
  )
}

const section = () => screen.getByRole('button', { name: 'Section' })
const isOpen = () => section().getAttribute('aria-expanded')

it('opens a folded section for each link to one of its fields, also on the current page', async () => {
  const user = await renderBackoffice(<Section />, { at: '/backoffice/gifts/mug#alt-nl' })
  expect(isOpen()).toBe('true')
  await user.click(section())
  expect(isOpen()).toBe('false')
  act(() => navigate('/backoffice/gifts/mug#alt-nl'))
  expect(isOpen()).toBe('true')
  await user.click(section())
  act(() => navigate('/backoffice/gifts/mug#prices'))
  expect(isOpen()).toBe('false')
})

it('reads an anchor that is not a valid encoded text', async () => {
  await renderBackoffice(<Section />, { at: '/backoffice#100%' })
  expect(screen.getByTestId('anchor').textContent).toBe('100%')
  act(() => navigate('/backoffice#a%20b'))
  expect(screen.getByTestId('anchor').textContent).toBe('a b')
})
