import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
import { HostsField } from '#backoffice/modules/channels/HostsField.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'

function Hosts({ first, sentence = '' }: { first: string; sentence?: string }) {
  const [value, setValue] = useState(first)
  return (
    <FormIssue value={sentence === '' ? null : { field: 'hosts', sentence }}>
      <HostsField value={value} onChange={setValue} />
      <p data-testid="value">{JSON.stringify(value)}</p>
    </FormIssue>
  )
}

const stored = () => JSON.parse(screen.getByTestId('value').textContent) as string
const fields = () => screen.getAllByRole<HTMLInputElement>('textbox')
const focused = () => fields().indexOf(document.activeElement as HTMLInputElement)
const button = (name: string) => screen.getByRole('button', { name })

it('focuses an added field, and after a removal the field at the same position', async () => {
  const user = await renderBackoffice(<Hosts first={'a.nl\nb.nl'} />)
  await user.click(button(en('channel.addHost')))
  expect([fields().length, focused()]).toEqual([3, 2])
  // An empty field is no input yet.
  expect(stored()).toBe('a.nl\nb.nl')
  await user.click(button(en('channel.removeEmptyHost', { number: 3 })))
  expect([fields().length, focused()]).toEqual([2, 1])
  await user.click(button(en('channel.addHost')))
  await user.keyboard('c.nl')
  expect(stored()).toBe('a.nl\nb.nl\nc.nl')
  await user.click(button(en('channel.removeHost', { number: 1, host: 'a.nl' })))
  expect([stored(), focused()]).toEqual(['b.nl\nc.nl', 0])
})

it('stores no empty domain, and keeps its field between two others (SAFE-16)', async () => {
  const user = await renderBackoffice(<Hosts first={'a.nl\nb.nl\nc.nl'} />)
  const [, middle] = fields()
  if (middle) await user.clear(middle)
  expect([stored(), fields().length]).toEqual(['a.nl\nc.nl', 3])
  await user.type(fields()[1] ?? document.body, 'b.nl')
  expect([stored(), fields().length]).toEqual(['a.nl\nb.nl\nc.nl', 3])
  await user.click(button(en('channel.addHost')))
  await user.click(button(en('channel.removeHost', { number: 3, host: 'c.nl' })))
  expect([stored(), fields().length]).toEqual(['a.nl\nb.nl', 3])
})

it('shows an error at the domain that it contains, not at a part of that domain', async () => {
  await renderBackoffice(<Hosts first={'a.nl\ngift-a.nl'} sentence="gift-a.nl is in use." />)
  expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true'])
})
