import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { eraseDrafts, hasDrafts } from '#backoffice/kit/drafts/draft-storage.ts'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { hasUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Note({ name, saved }: { name: string; saved: { text: string; place: string } }) {
  const { values, changed, type, clear, clearSent, conflict } = useDraft(name, saved)
  const discard = useDiscard()
  return (
    <>
      <input
        aria-label="Text"
        value={values.text}
        onChange={({ target }) => type({ text: target.value })}
      />
      <p data-testid="state">{`${values.place}, ${changed ? 'changed' : 'saved'}`}</p>
      <p data-testid="conflict">{conflict.fields.join()}</p>
      <button type="button" onClick={() => conflict.takeMine(['text'])}>
        Mine
      </button>
      <button type="button" onClick={() => conflict.takeTheirs(['text'])}>
        Theirs
      </button>
      <button type="button" onClick={() => clear()}>
        Clear
      </button>
      <input
        aria-label="Place"
        value={values.place}
        onChange={({ target }) => type({ place: target.value })}
      />
      <button type="button" onClick={() => discard(clear)}>
        Discard
      </button>
      <button type="button" onClick={() => clearSent({ text: 'Hello!' })}>
        Sent
      </button>
    </>
  )
}

const text = () => screen.getByLabelText<HTMLInputElement>('Text')
const saved = { text: 'Hello', place: 'Utrecht' }

it('keeps unsaved input when the form is shown again, and updates the other fields', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  expect(screen.getByTestId('state').textContent).toBe('Utrecht, changed')
  expect(hasUnsavedChanges()).toBe(true)

  await renderBackoffice(<Note name="note 1" saved={{ text: 'Hello', place: 'Gent' }} />)
  const [, again] = screen.getAllByLabelText<HTMLInputElement>('Text')
  expect(again?.value).toBe('Hello!')
  expect(screen.getAllByTestId('state')[1]?.textContent).toBe('Gent, changed')
})

it('stores the input of two subjects separately', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  await renderBackoffice(<Note name="note 2" saved={saved} />)
  expect(screen.getAllByLabelText<HTMLInputElement>('Text')[1]?.value).toBe('Hello')
})

it('keeps input that was typed while older input was being saved', async () => {
  const user = await renderBackoffice(<Note name="note 7" saved={saved} />)
  await user.type(text(), '!?')
  await user.click(screen.getByRole('button', { name: 'Sent' }))
  expect(text().value).toBe('Hello!?')
  await user.type(text(), '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Sent' }))
  expect(text().value).toBe('Hello')
  expect(screen.getByTestId('state').textContent).toBe('Utrecht, saved')
})

it('removes the stored input when it is cleared', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  expect(hasDrafts()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(text().value).toBe('Hello')
  expect(screen.getByTestId('state').textContent).toBe('Utrecht, saved')
  expect([hasDrafts(), hasUnsavedChanges()]).toEqual([false, false])
})

it('shows the saved value when another tab has saved the same input', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  const [key = '', value = ''] =
    Object.entries(localStorage).find(([name]) => name.includes('note 1\n')) ?? []
  dispatchEvent(new StorageEvent('storage', { key, oldValue: String(value), newValue: null }))
  expect((await screen.findByDisplayValue('Hello')).tagName).toBe('INPUT')
})

it('lists the fields that another user changed since typing began, also in a later visit (DESK-14)', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  cleanup()
  const conflict = () => screen.getByTestId('conflict').textContent
  const press = (name: string) => user.click(screen.getByRole('button', { name }))

  await renderBackoffice(<Note name="note 1" saved={{ text: 'Hello', place: 'Gent' }} />)
  expect(conflict()).toBe('')
  cleanup()
  await renderBackoffice(<Note name="note 1" saved={{ text: 'Hello!', place: 'Gent' }} />)
  expect(conflict()).toBe('')
  cleanup()
  await renderBackoffice(<Note name="note 1" saved={{ text: 'Dag', place: 'Gent' }} />)
  expect([conflict(), text().value]).toEqual(['text', 'Hello!'])
  await press('Mine')
  expect([conflict(), text().value]).toEqual(['', 'Hello!'])
  cleanup()
  await renderBackoffice(<Note name="note 1" saved={{ text: 'Hoi', place: 'Gent' }} />)
  expect([conflict(), text().value]).toEqual(['text', 'Hello!'])
  await press('Theirs')
  expect([conflict(), text().value]).toEqual(['', 'Hoi'])
  expect(hasDrafts()).toBe(false)
})

it('removes all stored input at sign-out', async () => {
  const user = await renderBackoffice(<Note name="note 1" saved={saved} />)
  await user.type(text(), '!')
  eraseDrafts()
  expect([hasDrafts(), Object.keys(sessionStorage).some((key) => key.includes('note 1'))]).toEqual([
    false,
    false,
  ])
})

it('still reports a conflict after another tab with other input has saved', async () => {
  const name = 'note of two tabs'
  const user = await renderBackoffice(<Note name={name} saved={saved} />)
  await user.type(text(), '!')
  const [key = '', base = ''] =
    Object.entries(localStorage).find(([storageKey]) => storageKey.includes(`${name}.base\n`)) ?? []
  dispatchEvent(new StorageEvent('storage', { key, oldValue: String(base), newValue: null }))
  cleanup()
  await renderBackoffice(<Note name={name} saved={{ text: 'Bye', place: 'Utrecht' }} />)
  expect(screen.getByTestId('conflict').textContent).toBe('text')
})

const place = () => screen.getByLabelText<HTMLInputElement>('Place')

it('restores discarded input, except in fields with newer input (PRODUCT-13)', async () => {
  const user = await renderBackoffice(<Note name="note of an undo" saved={saved} />)
  await user.type(text(), '!')
  await user.type(place(), ' 1')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.type(text(), ' and more')
  await user.click(screen.getByRole('button', { name: en('undo') }))
  expect([text().value, place().value]).toEqual(['Hello and more', 'Utrecht 1'])
  cleanup()
  await renderBackoffice(<Note name="note of an undo" saved={saved} />)
  expect([text().value, place().value]).toEqual(['Hello and more', 'Utrecht 1'])
})

function Pages() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Other page
      </button>
      {shown ? <Note name="note of another visit" saved={saved} /> : null}
    </>
  )
}

it('restores discarded input after the user left the page and returned (PRODUCT-13)', async () => {
  const user = await renderBackoffice(<Pages />)
  await user.type(text(), '!')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Other page' }))
  await user.click(screen.getByRole('button', { name: 'Other page' }))
  expect(text().value).toBe('Hello')
  await user.click(screen.getByRole('button', { name: en('undo') }))
  expect(text().value).toBe('Hello!')
})
