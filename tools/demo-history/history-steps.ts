import { createHash } from 'node:crypto'

import { sendStaffCall } from '#contract/client.staff.ts'
import type { Fetch } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { done, enter, type Past, signIn } from '#tools/demo-history/history-clients.ts'
import { mailOf } from '#tools/demo-history/history-orders.ts'
import type { Step, Story } from '#tools/demo-history/history-plan.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.jobs.ts'

/** What each step of an order's life is: of its holder, a colleague or the warehouse. */
export const FOLLOWS: Record<Step, (past: Past, story: Story) => Promise<void>> = {
  async undone(past, { code, number }) {
    if (!code || !number) return
    const { client } = await enter(past, code)
    await done(client, 'cancelOrder', { order_number: number })
  },
  shipped: (past, story) => atWarehouse(past, story, 'SHIPPED'),
  delivered: (past, story) => atWarehouse(past, story, 'DELIVERED'),
  lost: (past, story) => atWarehouse(past, story, 'LOST'),
  async asked(past, { code, person }) {
    if (!code) return
    const { client } = await enter(past, code)
    await done(client, 'askService', {
      contact_email: mailOf(person.name),
      subject: 'Een deuk in de doos',
      email_body: 'Het cadeau is heel, maar de doos had een deuk. Moet ik daar iets mee?',
    })
  },
  async withdrawn(past, { code, number }) {
    if (!code || !number) return
    const { client } = await enter(past, code)
    await done(client, 'withdrawOrder', {
      order_number: number,
      withdrawal_key: withdrawalKeyOf(number),
      reason: 'Toch niet de goede kleur',
    })
  },
  async credited(past, { number }) {
    if (!number) return
    const [before] = await past.shop.sql<{ id: string; is_booked: boolean }[]>`
      select id, exists (select from credit where proposal_id = credit_proposal.id) as is_booked
      from credit_proposal where order_number = ${number} and made_by is not null`
    if (before?.is_booked) return
    const fetch = await signIn(past)
    const proposal = before?.id ?? (await propose(fetch, number))
    const booked = await sendStaffCall(fetch, 'bookCredit', { proposal })
    if (refused(booked)) throw new Error(`credit refused: ${booked.refused}`)
  },
}

async function propose(fetch: Fetch, number: string): Promise<string> {
  const proposal = await sendStaffCall(fetch, 'proposeCredit', {
    number,
    lines: [{ line: 1, quantity: 1 }],
    reason: 'damaged',
    note: 'Kapot aangekomen, foto ontvangen.',
  })
  if (refused(proposal)) throw new Error(`credit proposal refused: ${proposal.refused}`)
  return proposal.id
}

/** The same key at each try, so that a repeated step withdraws once. */
function withdrawalKeyOf(number: string): string {
  const hash = createHash('sha256').update(`demo past ${number}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** What the warehouse does not send itself it knows nothing of. */
async function atWarehouse({ shop }: Past, { number }: Story, type: string) {
  const { delivery } = shop.ports
  if (!number || !isSandboxDelivery(delivery)) return
  await delivery.advance(number, type)
  await readWarehouseFeed(shop)
}

const isSandboxDelivery = (port: Shop['ports']['delivery']): port is SandboxDelivery =>
  port.sandbox && 'advance' in port
