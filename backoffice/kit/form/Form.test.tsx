import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { Form } from '#backoffice/kit/form/Form.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

type Answer = { failure: string; refusal: Refusal<string> } | null

/** A form of two fields whose calls are answered in turn. */
function TwoFields({ answers, sent }: { answers: Answer[]; sent: string[] }) {
  const [values, setValues] = useState({ code: '', amount: '' })
  const [answer, setAnswer] = useState<Answer>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Form
      title="Two fields"
      submit="Save"
      busy={busy}
      changed={values.code !== ''}
      failure={answer?.failure ?? null}
      refusal={answer?.refusal ?? null}
      onDiscard={() => {
        setValues({ code: '', amount: '' })
        return () => setValues(values)
      }}
      onSubmit={async () => {
        setBusy(true)
        sent.push(values.code)
        await Promise.resolve()
        setAnswer(answers.shift() ?? null)
        setBusy(false)
      }}
    >
      <FormField
        label="Amount"
        name="amount"
        type="number"
        min={1}
        value={values.amount}
        onChange={({ target }) => setValues({ ...values, amount: target.value })}
      />
      <FormField
        label="Code"
        name="lines"
        required
        value={values.code}
        onChange={({ target }) => setValues({ ...values, code: target.value })}
      />
    </Form>
  )
}

const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

it('shows a refusal at its field, focuses the field, and keeps the input', async () => {
  const refusal = { refused: 'invalid-input', field: 'lines.0.code' } as Refusal<string>
  const sent: string[] = []
  const user = await renderBackoffice(
    <TwoFields answers={[{ failure: 'Not saved.', refusal }]} sent={sent} />,
  )
  const code = screen.getByLabelText<HTMLInputElement>('Code')
  await user.type(code, 'X1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual(['X1'])
  expect(await screen.findByText('Not saved.')).toBeTruthy()
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(code)).toBe(en('invalidHere'))
  expect(document.activeElement).toBe(code)
  expect(code.value).toBe('X1')
  expect(screen.getByLabelText('Amount').hasAttribute('aria-invalid')).toBe(false)

  // When the input changes, the old error disappears.
  await user.type(code, '2')
  expect(screen.queryByText('Not saved.')).toBeNull()
  expect(code.hasAttribute('aria-invalid')).toBe(false)
})

it("shows errors of the browser's validation below the field in the user's language, and sends nothing", async () => {
  const sent: string[] = []
  const user = await renderBackoffice(<TwoFields answers={[]} sent={sent} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(describedBy(screen.getByLabelText('Code'))).toBe(en('field.missing'))
  expect(sent).toEqual([])
})

it('marks an email address that the server would refuse', async () => {
  const user = await renderBackoffice(
    <form>
      <FormField label="Email" type="email" />
      <button>Save</button>
    </form>,
  )
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  await user.type(email, 'sabine.krueger@kwartelhof')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(describedBy(email)).toBe(en('field.noMail'))
  await user.type(email, '.example')
  expect(email.checkValidity()).toBe(true)
})

it('shows a refusal with its reason once, at its field', async () => {
  const refusal = { refused: 'moment-past', field: 'lines' } as Refusal<string>
  const user = await renderBackoffice(
    <TwoFields answers={[{ failure: 'Too early.', refusal }]} sent={[]} />,
  )
  const code = screen.getByLabelText('Code')
  await user.type(code, 'X1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Too early.')
  expect(screen.getAllByText('Too early.')).toHaveLength(1)
  expect(describedBy(code)).toBe('Too early.')
})

it('shows a refusal above the buttons if no field has its name', async () => {
  const refusal = { refused: 'moment-past', field: 'at' } as Refusal<string>
  const user = await renderBackoffice(
    <TwoFields answers={[{ failure: 'Too early.', refusal }]} sent={[]} />,
  )
  await user.type(screen.getByLabelText('Code'), 'X1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too early.')
})

it('offers to discard only if there is input, and to undo that (PRODUCT-13)', async () => {
  const user = await renderBackoffice(<TwoFields answers={[]} sent={[]} />)
  expect(screen.queryByRole('button', { name: en('discard') })).toBeNull()
  await user.type(screen.getByLabelText('Code'), 'X1')
  await user.click(screen.getByRole('button', { name: en('discard') }))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
  await user.click(screen.getByRole('button', { name: en('undo') }))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('X1')
})
