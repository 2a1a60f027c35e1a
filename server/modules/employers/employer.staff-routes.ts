import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addEmployer,
  changeEmployer,
  employerStatistics,
  employers,
} from '#contract/employers/employers.staff.ts'
import { findEmployerStatistics } from '#server/modules/employers/employer-statistics-view.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  insertEmployer,
  lockEmployer,
  saveEmployer,
  type EmployerRow,
  employerList,
  findEmployer,
  answerOf,
} from '#server/modules/employers/employer.sql.ts'

/** Employers. Their campaigns and totals are limited to the colleague's channels. */
export function employerRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, employers, listEmployers)

  serveStaff(app, backoffice, addEmployer, handleAddEmployer)

  serveStaff(app, backoffice, changeEmployer, handleChangeEmployer)

  serveStaff(app, backoffice, employerStatistics, handleEmployerStatistics(backoffice))
}

async function handleAddEmployer(
  fields: ParsedInput<typeof addEmployer>,
  { sql, now, channels, audit }: SignedIn,
) {
  const created = await insertEmployer(sql, fields, now)
  const added = await findEmployer(sql, created?.id ?? 0, channels)
  if (!added) throw new Error('insert of the employer returned no row')
  audit({
    action: 'employer.added',
    subjectKind: 'employer',
    subjectId: added.id,
    after: fields,
    personal: PERSONAL,
  })
  return added
}

async function handleChangeEmployer(
  { id, version, ...fields }: ParsedInput<typeof changeEmployer>,
  caller: SignedIn,
) {
  const { sql, channels, audit } = caller
  await lockEmployer(sql, id)
  const before = await findEmployer(sql, Number(id), channels)
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  await saveEmployer(sql, id, fields)
  const after = await findEmployer(sql, Number(id), channels)
  if (!after) throw new Error('employer not found during the change')
  const { name, vat_number, peppol_id, address, contact, email } = before
  audit({
    action: 'employer.changed',
    subjectKind: 'employer',
    subjectId: id,
    before: { name, vat_number, peppol_id, address, contact, email },
    after: fields,
    personal: PERSONAL,
  })
  return after
}

const handleEmployerStatistics =
  (backoffice: Backoffice) =>
  async ({ id }: ParsedInput<typeof employerStatistics>, { sql, channels }: SignedIn) => {
    const employer = await findEmployer(sql, Number(id), channels)
    if (!employer) return refuseStaff('not-found')
    const statistics = await findEmployerStatistics(backoffice.shop.sql, Number(id))
    if (!statistics) return refuseStaff('unavailable')
    const items = statistics.items.filter(
      ({ channel }) => channels === null || channels.includes(channel),
    )
    return { made_at: items.length > 0 ? statistics.made_at : null, items }
  }

async function listEmployers(query: ParsedInput<typeof employers>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'employers',
    list: employerList(query, caller.channels),
    columns: CSV,
    row: answerOf,
  })
}

const PERSONAL = ['contact', 'email'] as const

const CSV: ListFile<'employers', EmployerRow> = {
  name: ({ name }) => name,
  vat_number: ({ vat_number }) => vat_number,
  peppol_id: ({ peppol_id }) => peppol_id,
  campaigns: ({ campaigns }) => campaigns,
  batches: ({ batches }) => batches,
  granted: ({ granted }) => granted,
  ...notInFile('address', 'contact', 'email', 'id', 'added_at', 'version'),
}
