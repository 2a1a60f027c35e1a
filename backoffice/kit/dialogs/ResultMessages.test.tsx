import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

import { addOpenDialog } from '#backoffice/kit/dialogs/open-dialogs.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Page() {
  const notify = useNotify()
  const [isOpen, setOpen] = useState(true)
  const [undone, setUndone] = useState(false)
  return isOpen ? (
    <ModalDialog title="Note" onClose={() => setOpen(false)}>
      <button type="button" onClick={() => notify('Discarded', () => setUndone(true))}>
        Discard
      </button>
      {undone ? 'Restored' : null}
    </ModalDialog>
  ) : null
}

it('shows a result inside an open dialog, and on the page after the dialog closes (PRODUCT-13)', async () => {
  const user = await renderBackoffice(<Page />)
  const dialog = screen.getByRole('dialog', { name: 'Note' })
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(within(dialog).getByRole('button', { name: en('undo') }))
  expect(within(dialog).getByText('Restored')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const [close] = within(dialog).getAllByRole('button', { name: en('close') })
  if (close) await user.click(close)
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(
    within(screen.getByRole('region', { name: en('done') })).getByText('Discarded'),
  ).toBeTruthy()
})

afterEach(() => vi.useRealTimers())

function SavePage() {
  const notify = useNotify()
  return (
    <button type="button" onClick={() => notify('Saved')}>
      Save
    </button>
  )
}

it('hides a result after its time if it was closed or moved under the pointer (PRODUCT-13)', async () => {
  await renderBackoffice(<SavePage />)
  vi.useFakeTimers()
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const movePointerOver = () => {
    const message = document.querySelector('[data-result]')
    if (message) fireEvent.pointerEnter(message)
  }
  const wait = () =>
    act(() => {
      vi.advanceTimersByTime(60_000)
    })

  save()
  movePointerOver()
  wait()
  expect(screen.getByRole('region', { name: en('done') })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: en('close') }))
  save()
  wait()
  expect(screen.queryByRole('region', { name: en('done') })).toBe(null)

  save()
  movePointerOver()
  const dialog = document.body.appendChild(document.createElement('div'))
  let removeDialog = () => {}
  act(() => {
    removeDialog = addOpenDialog(dialog)
  })
  expect(within(dialog).getByText('Saved')).toBeTruthy()
  wait()
  expect(screen.queryByRole('region', { name: en('done') })).toBe(null)
  act(() => removeDialog())
  dialog.remove()
})
