import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  uploadDigitalCodes,
  digitalStock,
  digitalStocks,
  resolveSimilarCodes,
  withdrawDigitalCodes,
} from '#contract/fulfilment/digital-codes.staff.ts'
import {
  isOtherPin,
  maskedCode,
  plainCode,
  type ReadCode,
  readGiftCodes,
} from '#domain/fulfilment/digital-codes.ts'
import { digitalCodeVault } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  digitalStockList,
  type DigitalStockRow,
  type DigitalSort,
} from '#server/modules/fulfilment/digital/digital-stock-list.sql.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  listCodeImports,
  listWaitingOrders,
  listHeldCodes,
  insertCodeImport,
  saveImportCounts,
  isSeenArticle,
  lockArticle,
  resolveHeldCodes,
  lockCodeImport,
  withdrawImportedCodes,
  markImportWithdrawn,
  lockDigitalCodes,
  listCodesWithMarks,
  insertDigitalCodes,
  MAX_LISTED,
  isCodeGift,
} from '#server/modules/fulfilment/digital/digital-code.sql.ts'

type CodeVault = ReturnType<typeof digitalCodeVault>

const withMaskedCode = ({ line, code }: ReadCode) => ({ line, code: maskedCode(code) })
/** `of`: the line with the same code; null if the code was already stored. */
const refusedCode = (code: ReadCode, of: number | null, otherPin: boolean) => ({
  ...withMaskedCode(code),
  of,
  other_pin: otherPin,
})

/** Codes of digital gifts: imported and handed out, but never shown to staff in between. */
export function digitalCodeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const vault = digitalCodeVault(backoffice.shop.config.GIFTPOINT_PEPPER)

  serveStaff(app, backoffice, digitalStocks, listDigitalStock)

  serveStaff(app, backoffice, digitalStock, handleDigitalStock(vault))

  serveStaff(app, backoffice, uploadDigitalCodes, handleUploadDigitalCodes(vault))

  serveStaff(app, backoffice, resolveSimilarCodes, handleResolveSimilarCodes)

  serveStaff(app, backoffice, withdrawDigitalCodes, handleWithdrawDigitalCodes)
}

const handleDigitalStock =
  (vault: CodeVault) =>
  async (
    { sku }: ParsedInput<typeof digitalStock>,
    { sql, channels, colleague, now }: SignedIn,
  ) => {
    const list = digitalStockList({ ids: [sku] }, { channels, language: colleague.language, now })
    const { rows } = await keysetPage<DigitalStockRow, DigitalSort>(sql, list, { limit: 1 })
    const [shelf] = rows
    if (!shelf) return refuseStaff('not-found')
    const imports = await listCodeImports(sql, sku)
    const orders = await listWaitingOrders(sql, sku, channels)
    const held = await listHeldCodes(sql, sku)
    return {
      shelf,
      alike: held.map(({ id, at, sealed }) => ({
        id,
        code: maskedCode(vault.open(sku, sealed).code),
        at: at.toISOString(),
      })),
      imports: imports.map(({ at, undone_at, undone_codes, ...codeImport }) => ({
        ...codeImport,
        at: at.toISOString(),
        undone:
          undone_at === null ? null : { at: undone_at.toISOString(), codes: undone_codes ?? 0 },
      })),
      orders: orders.map(({ since, ...order }) => ({ ...order, since: since.toISOString() })),
    }
  }

const handleUploadDigitalCodes =
  (vault: CodeVault) =>
  async ({ sku, text, after_space }: ParsedInput<typeof uploadDigitalCodes>, caller: SignedIn) => {
    const { sql, channels, colleague, now, audit } = caller
    if (!(await isCodeGift(sql, sku, channels))) return refuseStaff('not-found')
    const { codes, twice, unclear, wrong } = readGiftCodes(text, after_space)
    // The line can be read in two ways: a PIN would become part of the code, or the code would be cut. Nothing is
    // imported before the user decides.
    if (unclear.length > 0) {
      return refuseStaff('ambiguous-codes', {
        stands: unclear
          .slice(0, MAX_LISTED)
          .map((code) => ({ ...withMaskedCode(code), after_space: code.pin.length })),
      })
    }
    if (codes.length === 0) {
      if (wrong.length === 0) return refuseStaff('no-codes')
      audit({
        action: 'codes.imported',
        subjectKind: 'digital-codes',
        subjectId: sku,
        after: { added: 0, refused: 0, wrong: wrong.length },
      })
      return { added: 0, refused: 0, known: [], alike: [], wrong: wrong.slice(0, MAX_LISTED) }
    }
    const created = await insertCodeImport(sql, { sku, staffId: colleague.id, now })
    if (!created) throw new Error('insert of the import returned no row')
    const { saved, alike, otherPins } = await saveNewCodes(vault, sql, {
      sku,
      importId: created.id,
      codes,
    })
    const savedLines = new Set(saved.map(({ line }) => line))
    const added = saved.length
    const refused = twice.length + codes.length - added
    const firstLines = new Map(codes.map(({ code, line }) => [code, line]))
    const known = [
      ...codes
        .filter(({ line }) => !savedLines.has(line))
        .map((code) => refusedCode(code, null, otherPins.has(code.line))),
      ...twice.map((code) => refusedCode(code, firstLines.get(code.code) ?? null, code.otherPin)),
    ].sort((a, b) => a.line - b.line)
    await saveImportCounts(sql, { id: created.id, added, refused })
    audit({
      action: 'codes.imported',
      subjectKind: 'digital-codes',
      subjectId: sku,
      after: { added, refused, wrong: wrong.length },
    })
    return {
      added,
      refused,
      known: known.slice(0, MAX_LISTED),
      alike: alike.map(withMaskedCode).slice(0, MAX_LISTED),
      wrong: wrong.slice(0, MAX_LISTED),
    }
  }

/**
 * Saves the codes that are not stored yet; their HMAC may have been created with an older pepper. Returns the saved
 * codes, and those of them that look like a stored code or an earlier line.
 */
async function saveNewCodes(
  vault: CodeVault,
  sql: Queries,
  { sku, importId, codes }: { sku: string; importId: number; codes: ReadCode[] },
) {
  // Parallel imports must see each other's codes: of two that look alike, only one is handed out.
  await lockDigitalCodes(sql)
  const hex = (marks: Buffer[]) => marks.map((mark) => mark.toString('hex'))
  const marks = codes.map((code) => hex(vault.marks(code)))
  const rows = await listCodesWithMarks(sql, marks.flat())
  const storedByMark = new Map<string, (typeof rows)[number][]>()
  for (const row of rows) storedByMark.set(row.mark, [...(storedByMark.get(row.mark) ?? []), row])
  const earlierCodes = new Set<string>()
  const fresh: ReadCode[] = []
  const alike = new Set<number>()
  const otherPins = new Set<number>()
  for (const [index, code] of codes.entries()) {
    const similar = (marks[index] ?? []).flatMap((mark) => storedByMark.get(mark) ?? [])
    const exacts = hex(vault.exacts(code))
    const known = similar.find(({ sku: storedSku, exact, sealed }) =>
      exact === null
        ? // An old row without an HMAC of its exact characters.
          sealed !== null && vault.open(storedSku, sealed).code === code.code
        : exacts.includes(exact),
    )
    if (known?.sealed && isOtherPin(code.pin, vault.open(known.sku, known.sealed).pin))
      otherPins.add(code.line)
    const plain = plainCode(code.code)
    if (!known) {
      fresh.push(code)
      if (similar.length > 0 || earlierCodes.has(plain)) alike.add(code.line)
    }
    earlierCodes.add(plain)
  }
  if (fresh.length === 0) return { saved: [], alike: [], otherPins }
  // Codes are handed out in the order of the import.
  const newCodes = fresh.map((code, place) => ({
    place,
    sealed: vault.seal(sku, code).toString('hex'),
    mark: vault.mark(code).toString('hex'),
    exact: vault.exact(code).toString('hex'),
    state: alike.has(code.line) ? 'held' : 'free',
  }))
  const inserted = await insertDigitalCodes(sql, {
    sku,
    importId,
    pepperId: vault.pepperId,
    newCodes,
  })
  const insertedExacts = new Set(inserted.map(({ exact }) => exact))
  const saved = fresh.filter((_, index) => insertedExacts.has(newCodes[index]?.exact ?? ''))
  return { saved, alike: saved.filter(({ line }) => alike.has(line)), otherPins }
}

async function handleResolveSimilarCodes(
  { sku, codes, own }: ParsedInput<typeof resolveSimilarCodes>,
  caller: SignedIn,
) {
  const { sql, channels, audit } = caller
  if (!(await isSeenArticle(sql, sku, channels))) return refuseStaff('not-found')
  await lockArticle(sql, sku)
  const { count: settled } = await resolveHeldCodes(sql, { own, sku, ids: codes.map(Number) })
  if (settled === 0) return refuseStaff('changed-since')
  audit({
    action: own ? 'codes.confirmed' : 'codes.import-undone',
    subjectKind: 'digital-codes',
    subjectId: sku,
    after: own ? { own: settled } : { taken: settled },
  })
  return { settled }
}

async function handleWithdrawDigitalCodes(
  input: ParsedInput<typeof withdrawDigitalCodes>,
  caller: SignedIn,
) {
  const { sku, reason } = input
  const { sql, channels, colleague, now, audit } = caller
  const codeImport = await lockCodeImport(sql, { importId: input.import, sku, channels })
  if (!codeImport) return refuseStaff('not-found')
  if (codeImport.undone_at !== null) return refuseStaff('changed-since')
  // A parallel assignment has locked its codes, so only unassigned ones are removed.
  await lockArticle(sql, sku)
  const { count: withdrawn } = await withdrawImportedCodes(sql, input.import)
  if (withdrawn === 0) return refuseStaff('changed-since')
  await markImportWithdrawn(sql, { now, staffId: colleague.id, withdrawn, importId: input.import })
  audit({
    action: 'codes.import-undone',
    subjectKind: 'digital-codes',
    subjectId: sku,
    reason,
    after: { taken: withdrawn },
  })
  return { taken: withdrawn }
}

async function listDigitalStock(query: ParsedInput<typeof digitalStocks>, caller: SignedIn) {
  const { channels, colleague, now } = caller
  return serveList(caller, query, {
    file: 'digital-codes',
    list: digitalStockList(query, { channels, language: colleague.language, now }),
    columns: COLUMNS,
    row: (row: DigitalStockRow) => row,
  })
}

const COLUMNS: ListFile<'digitalStocks', DigitalStockRow> = {
  sku: ({ sku }) => sku,
  gift: ({ gift }) => gift,
  name: ({ name }) => name,
  variant: ({ variant }) => variant,
  free: ({ free }) => free,
  held: ({ held }) => held,
  waiting: ({ waiting }) => waiting,
  sold_4_weeks: ({ sold }) => sold,
  days_left: ({ days_left }) => days_left,
  ...notInFile('picture', 'sold', 'state'),
}
