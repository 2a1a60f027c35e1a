import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import { EmployerMessages, usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { type Person, RecipientsTable } from '#employer-portal/pages/RecipientsTable.tsx'

const person = (more: Partial<Person> = {}): Person => ({
  id: '1',
  batch: '1',
  campaign: 'Christmas',
  name: 'Anna',
  department: '',
  email: '',
  corrected: false,
  mail: 'none',
  ...more,
})

function Table({ people }: { people: readonly Person[] }) {
  return <RecipientsTable people={people} t={usePortalTranslate()} onCorrect={() => null} />
}
async function headsOf(people: readonly Person[]) {
  await renderBackoffice(
    <EmployerMessages>
      <Table people={people} />
    </EmployerMessages>,
  )
  const heads = await screen.findAllByRole('columnheader')
  return heads.map(({ textContent }) => textContent)
}

it('hides columns that are empty for everyone (PRODUCT-15)', async () => {
  expect(await headsOf([person(), person({ id: '2', name: 'Bram' })])).toEqual(['Name'])
})

it('shows a column as soon as one person has a value in it (PRODUCT-15)', async () => {
  const bram = person({ id: '2', department: 'Office', email: 'b@example.com', mail: 'bounced' })
  expect(await headsOf([person(), bram])).toEqual(['Name', 'Department', 'Email', 'Email status'])
})

it('hides the status column if every email was sent (PRODUCT-15)', async () => {
  expect(await headsOf([person({ mail: 'sent' })])).toEqual(['Name'])
})

it('shows who got no email if others got one (PRODUCT-15)', async () => {
  const bram = person({ id: '2', name: 'Bram', email: 'b@example.com', mail: 'sent' })
  expect(await headsOf([person(), bram])).toEqual(['Name', 'Email', 'Email status'])
  expect(screen.getByRole('row', { name: /Anna/ }).textContent).toBe('AnnaNo email ')
  expect(screen.getByRole('row', { name: /Bram/ }).textContent).toBe('Bramb@example.com')
})

it('keeps people with the same name in separate rows (PRODUCT-15)', async () => {
  const email = 'a@example.com'
  await headsOf([
    person(),
    person({ id: '2' }),
    person({ id: '3', campaign: 'Easter' }),
    person({ id: '4', email }),
    person({ id: '5', email }),
  ])
  expect(screen.getAllByRole('rowheader', { name: 'Anna' })).toHaveLength(5)
})

it('names the campaign on the button of each undelivered email (PRODUCT-15)', async () => {
  const email = 'a@example.com'
  await headsOf([
    person({ email, mail: 'bounced' }),
    person({ id: '2', email, campaign: 'Easter', mail: 'bounced' }),
  ])
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Correct the email address of Anna for “Christmas”',
    'Correct the email address of Anna for “Easter”',
  ])
})

it('shows one row with all campaigns for a person in several campaigns (PRODUCT-15)', async () => {
  const anna = person({ email: 'a@example.com', mail: 'sent' })
  const heads = await headsOf([
    anna,
    { ...anna, id: '2', campaign: 'Easter', mail: 'bounced' },
    person({ id: '3', campaign: 'Easter', name: 'Bram', mail: 'sent' }),
  ])
  expect(heads).toEqual(['Name', 'Campaigns', 'Email', 'Email status'])
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'AnnaChristmas, Eastera@example.comNot delivered (Easter) Correct',
    'BramEaster',
  ])
})
