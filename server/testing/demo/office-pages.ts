import {
  sendStaffCall,
  type StaffInput,
  type StaffOutcome,
  type StaffResponse,
} from '#contract/client.staff.ts'
import type { StaffCallName } from '#contract/paths.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { StaffClient } from '#server/testing/clients/staff-client.ts'

/** What an owner sees on back-office pages whose content comes from the work of colleagues. */
export async function officePages(owner: StaffClient) {
  async function call<Name extends StaffCallName>(name: Name, input: StaffInput<Name>) {
    const outcome: StaffOutcome<Name> = await sendStaffCall(
      (path, { method, headers }) => owner.request(method, path, undefined, headers),
      name,
      input,
    )
    if (refused(outcome)) throw new Error(`${name} was refused: ${outcome.refused}`)
    return outcome as StaffResponse<Name>
  }
  const statesOf = (items: readonly { state: string }[]) => [
    ...new Set(items.map(({ state }) => state)),
  ]
  const { items: approvals } = await call('approvals', {})
  const { items: imports } = await call('imports', {})
  const { items: codes } = await call('digitalStocks', {})
  const { items: webhooks } = await call('webhooks', {})
  const deliveries = []
  for (const { id } of webhooks)
    deliveries.push(...(await call('webhookDeliveries', { webhook: id, limit: 200 })).items)
  const { items: changes } = await call('bulkChanges', {})
  const { items: payouts } = await call('settlements', {})
  const views = []
  for (const page of ['orders', 'gifts', 'inbox', 'parcels', 'vouchers'])
    views.push(...(await call('savedViews', { page })).items)
  const { items: due } = await call('dueItems', {})
  return {
    waiting: approvals.filter(({ may_decide: may }) => may).map(({ kind }) => kind),
    decided: approvals.map(({ outcome }) => outcome),
    imported: imports.some(({ work, counts }) => work !== null && counts.taken > 0),
    toRepair: imports.some(({ work, counts }) => work === null && counts.refused > 2),
    codes: statesOf(codes),
    webhooks: webhooks.map(({ state, failing_since: since }) => `${state} ${since ?? 'well'}`),
    deliveries: statesOf(deliveries),
    retried: deliveries.some(({ tries, state }) => tries > 1 && state === 'delivered'),
    tokens: (await call('staffTokens', {})).items
      .map(({ ends_at: end }) => Math.round((Date.parse(end) - Date.now()) / 86_400_000))
      .toSorted((a, b) => a - b),
    changes: changes.map(({ kind }) => kind),
    undone: changes.some(({ undone }) => undone !== null),
    payouts: payouts.length,
    differences: payouts.filter(({ difference }) => difference !== 0),
    simulations: (await call('simulations', {})).items.map(({ went_well: well }) => well),
    retention: (await call('erasureRuns', {})).items.map(({ kind, state }) => `${kind} ${state}`),
    jobs: (await call('backgroundJobs', {})).items.map(({ kind, state }) => `${kind} ${state}`),
    views: views.length,
    replies: (await call('savedReplies', {})).items.length,
    overdueReturns: due.filter(({ kind, due: day }) => kind === 'return' && day < today()).length,
    dueReturns: due.filter(({ kind, due: day }) => kind === 'return' && day >= today()).length,
    neverSignedIn: (await call('staff', {})).items
      .filter(({ seen_at: seen }) => seen === null)
      .map(({ name }) => name),
    incompleteEmployers: (await call('employers', {})).items
      .filter((one) => [one.contact, one.vat_number, one.address, one.email].includes(''))
      .map(({ name }) => name),
  }
}

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(new Date())
