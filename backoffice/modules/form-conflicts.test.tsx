import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it, vi } from 'vitest'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { CampaignPage } from '#backoffice/modules/employers/CampaignPage.tsx'
import { EmployerPage } from '#backoffice/modules/employers/EmployerPage.tsx'
import { SupplierPage } from '#backoffice/modules/fulfilment/suppliers/SupplierPage.tsx'
import { ColleaguePage } from '#backoffice/modules/staff/ColleaguePage.tsx'
import { WebhookPage } from '#backoffice/modules/webhooks/WebhookPage.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'

const staff = { id: '1', role: 'owner', permissions: permissionsOf('owner') } as unknown as Staff

type Subject = { name: string; version: number }
type Example = {
  Page: ComponentType<StaffPageProps>
  path: string
  record: object
  inList?: boolean
  label: string
  /** Behind the button “Edit”. */
  inDialog?: boolean
}

const EXAMPLES: Record<string, Example> = {
  employer: {
    Page: EmployerPage,
    path: '/backoffice/api/employers',
    inList: true,
    record: { vat_number: '', peppol_id: '', address: '', contact: '', email: '' },
    label: en('name'),
    inDialog: true,
  },
  campaign: {
    Page: CampaignPage,
    path: '/backoffice/api/campaigns',
    inList: true,
    record: {
      employer: '3',
      employer_name: 'Kade',
      channel: '1014',
      opens: null,
      closes: null,
      budget_points: null,
      budget_left: null,
      remind_days: null,
      unclaimed_rule: 'billed',
      vouchers: 0,
      claimed: 0,
      granted: 0,
      spent: 0,
    },
    label: en('campaignName'),
    inDialog: true,
  },
  supplier: {
    Page: SupplierPage,
    path: '/backoffice/api/suppliers/7',
    record: {
      email: 'a@b.nl',
      language: 'nl',
      way: 'mail',
      remind_days: 3,
      brands: [],
      purchases: [],
    },
    label: en('supplier.name'),
    inDialog: true,
  },
  webhook: {
    Page: WebhookPage,
    path: '/backoffice/api/webhooks/7',
    record: {
      url: 'https://a.example',
      kinds: ['order.placed'],
      channels: [],
      state: 'on',
      failing_since: null,
      succeeded_at: null,
      waiting: 0,
      given_up: 0,
    },
    label: en('webhook.name'),
  },
  staff: {
    Page: ColleaguePage,
    path: '/backoffice/api/staff',
    inList: true,
    record: { email: 'a@b.nl', role: 'service', channels: [], left_at: null },
    label: en('name'),
  },
}

/** Opens the page with the stored name, and the form. */
async function open(
  { Page, path, inList, record, inDialog }: Example,
  subject: Subject,
  sent: unknown[],
) {
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    const at = new URL(address, 'http://shop').pathname
    if (typeof body === 'string' && at.startsWith(path)) sent.push(JSON.parse(body))
    const one = { id: '7', ...record, ...subject }
    if (at === path)
      return Promise.resolve(Response.json(inList ? { items: [one], next: null } : one))
    return Promise.resolve(new Response('', { status: 404 }))
  })
  const user = await renderBackoffice(<Page staff={staff} params={{ id: '7' }} />)
  await screen.findByRole('heading', { level: 1, name: subject.name })
  if (inDialog) await user.click(screen.getByRole('button', { name: en('edit') }))
  return user
}

for (const [name, example] of Object.entries(EXAMPLES)) {
  it(`${name}: input from before a reload does not replace what a colleague saved without a question (PRODUCT-13)`, async () => {
    const sent: unknown[] = []
    await open(example, { name: 'First', version: 1 }, sent)
    const field = () => screen.getByLabelText<HTMLInputElement>(example.label)
    fireEvent.change(field(), { target: { value: 'Mine' } })
    cleanup()

    const user = await open(example, { name: 'Theirs', version: 2 }, sent)
    expect(field().value).toBe('Mine')
    const form = field().closest('form')
    if (!form) throw new Error('the field is in no form')
    within(form).getByText('Theirs')
    await user.click(within(form).getByRole('button', { name: en('save') }))
    expect(sent).toEqual([])
    // The user chooses, and the focus stays in the form.
    await user.click(within(form).getByRole('button', { name: en('useYours') }))
    await waitFor(() => expect(within(form).queryByText('Theirs')).toBeNull())
    expect(form.contains(document.activeElement)).toBe(true)
    await user.click(within(form).getByRole('button', { name: en('save') }))
    expect(sent).toMatchObject([{ name: 'Mine', version: 2 }])
  })
}
