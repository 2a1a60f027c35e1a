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

it('has no column in which nobody has anything (PRODUCT-15)', async () => {
  expect(await headsOf([person(), person({ id: '2', name: 'Bram' })])).toEqual(['Name'])
})

it('has a column as soon as one person has something in it (PRODUCT-15)', async () => {
  const bram = person({ id: '2', department: 'Office', email: 'b@example.com', mail: 'bounced' })
  expect(await headsOf([person(), bram])).toEqual(['Name', 'Department', 'Email', 'Email status'])
})

it('names no status where every email has been sent (PRODUCT-15)', async () => {
  expect(await headsOf([person({ mail: 'sent' })])).toEqual(['Name'])
})

it('names who is in several campaigns once, with all of them (PRODUCT-15)', async () => {
  const again = person({ id: '2', campaign: 'Easter' })
  const heads = await headsOf([
    person(),
    { ...again, mail: 'bounced' },
    person({ id: '3', campaign: 'Easter', name: 'Bram' }),
  ])
  expect(heads).toEqual(['Name', 'Campaigns', 'Email status'])
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'AnnaChristmas, EasterNot delivered (Easter) Correct',
    'BramEaster',
  ])
})
