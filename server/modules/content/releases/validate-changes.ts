import type {
  ContentKey,
  MailKey,
  NavigationKey,
  ReleaseChange,
  TileKey,
} from '#contract/content/release-change.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { channelFieldProblem } from '#server/modules/content/releases/validate-channel-field.ts'
import type { StaffCaller, SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { variableProblem } from '#server/modules/content/validation/check-placeholders.ts'
import { NumberText, Url } from '#server/modules/content/validation/content-schema.ts'
import { cleanHtml } from '#server/platform/parsing/html-cleaning.ts'
import { plainTextProblem } from '#server/modules/content/validation/check-plain-text.ts'
import {
  isComponent,
  isReservedSegment,
  pageNameProblem,
} from '#server/modules/content/validation/page-names.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import {
  indexOfMissingText,
  type CheckedNode,
} from '#server/modules/content/releases/required-texts.ts'
import {
  type KnownReferences,
  type NavigationAfter,
  type TileAfter,
  loadReferences,
} from '#server/modules/content/releases/known-references.sql.ts'
import { indexOfUnknownText } from '#server/modules/content/releases/validate-text-keys.ts'
import {
  contentAddress,
  MAIL_PATH,
  subjectOf,
} from '#server/modules/content/releases/change-keys.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type CheckedChange = {
  change: ReleaseChange
  removed: string[]
  warnings: string[]
}

const unusable = (message: string) => refuseStaff('unusable-value', { message })

type Problem = ReturnType<
  typeof refuseStaff<
    | 'unusable-value'
    | 'unknown-variable'
    | 'broken-variable'
    | 'shared-menu'
    | 'not-allowed'
    | 'not-found'
    | 'required-text'
  >
>

/** Normalises the changes of a colleague, or returns why one is invalid. */
export async function checkChanges(
  sql: Queries,
  changes: readonly ReleaseChange[],
  {
    may,
    within,
    channels: own,
    colleague,
    draftChanges,
    restores = false,
  }: Pick<SignedIn, 'may' | 'within' | 'channels' | 'colleague'> & {
    /** The changes that the draft has already. */
    draftChanges: readonly CheckedNode[]
    /** Restores an earlier state of the channel, whose images may not be selectable any more. */
    restores?: boolean
  },
): Promise<CheckedChange[] | Problem> {
  if (!changes.every(({ key }) => within(key.channel))) return refuseStaff('not-found')
  const channels = [...new Set(changes.map(({ key }) => key.channel))]
  const existing = await sql`select from channel where id = any(${channels})`
  if (existing.count !== channels.length) return refuseStaff('not-found')
  const duplicate = indexOfDuplicate(changes)
  if (duplicate >= 0) {
    return { ...unusable('The call changes the same item twice.'), place: duplicate }
  }
  const viewer = restores
    ? undefined
    : { channels: own, staff: colleague.id, language: colleague.language }
  const known = await loadReferences(sql, changes, { channels, viewer })
  const checked: CheckedChange[] = []
  for (const [place, change] of changes.entries()) {
    const result = checkChange(change, { known, restores }, may)
    if (refused(result)) return { ...result, place }
    checked.push(result)
  }
  const unknown = await indexOfUnknownText(sql, changes)
  const unknownText = changes[unknown]
  if (unknownText?.kind === 'content') {
    const { path, block, key } = unknownText.key
    const name = block === '' ? key : `${block} ${key}`
    return { ...unusable(`No page shows a text '${name}' of '${path}'.`), place: unknown }
  }
  const missingText = await indexOfMissingText(sql, changes, draftChanges)
  if (missingText >= 0) return refuseStaff('required-text', { place: missingText })
  return sharedMenuProblem(draftChanges, changes, known) ?? checked
}

function indexOfDuplicate(changes: readonly ReleaseChange[]): number {
  const seen = new Set<string>()
  return changes.findIndex((change) => {
    const node = `${change.kind} ${subjectOf(change)}`
    if (seen.has(node)) return true
    seen.add(node)
    return false
  })
}

/**
 * A channel that shows the shared menu cannot change single items of it, because that would mix two menus. It must
 * fork the menu first, or add all of it at once.
 */
function sharedMenuProblem(
  draftChanges: readonly { kind: string; key: { channel: string } }[],
  changes: readonly ReleaseChange[],
  known: KnownReferences,
) {
  for (const { kind, own, shared } of [
    { kind: 'navigation', own: known.ownMenus, shared: known.sharedItems },
    { kind: 'tile', own: known.ownTiles, shared: known.sharedTiles },
  ]) {
    const changesOfKind = changes.filter((change) => change.kind === kind)
    for (const channel of new Set(changesOfKind.map(({ key }) => key.channel))) {
      const isInDraft = draftChanges.some(
        (change) => change.kind === kind && change.key.channel === channel,
      )
      const changedItems = changesOfKind.filter(({ key }) => key.channel === channel).map(subjectOf)
      const isComplete = shared.every((id) => changedItems.includes(`${channel} ${id}`))
      if (!own.has(channel) && !isInDraft && !isComplete) return refuseStaff('shared-menu')
    }
  }
  return undefined
}

function checkChange(
  change: ReleaseChange,
  { known, restores }: { known: KnownReferences; restores: boolean },
  may: StaffCaller['may'],
): CheckedChange | Problem {
  const { after } = change
  switch (change.kind) {
    case 'content':
      return (
        (restores ? undefined : pageProblem(change.key, after, known)) ??
        checkContent(change.key, change, known)
      )
    case 'mail': {
      const problem = mailProblem(change.key)
      if (problem) return unusable(problem)
      const { path, block, key } = contentAddress(change)
      const wrongText = after && textProblem({ path, block, key }, change.after?.value ?? '')
      return wrongText || accepted(change)
    }
    case 'navigation':
      return navigationProblem(change.key, change.after, known) ?? accepted(change)
    case 'tile':
      return tileProblem(change.key, change.after, known) ?? accepted(change)
    case 'channel': {
      const { field } = change.key
      const problem = channelFieldProblem(field, change.after?.value, known.pictures)
      if (problem?.needs && !may(problem.needs)) return refuseStaff('not-allowed')
      return problem?.message ? unusable(problem.message) : accepted(change)
    }
  }
}

const accepted = (change: ReleaseChange): CheckedChange => ({ change, removed: [], warnings: [] })

/** Texts of a page that does not exist would never be shown. Pages are created with a bundle. */
function pageProblem(
  { channel, path }: ContentKey,
  after: object | null,
  { livePages }: KnownReferences,
) {
  if (!after || isComponent(path) || pageNameProblem(`${path}.yaml`)) return undefined
  const exists = [channel, SHARED_CHANNEL].some((id) => livePages.has(`${id} ${path}`))
  return exists ? undefined : unusable(`There is no page '${path}'.`)
}

function checkContent(
  key: ContentKey,
  change: Extract<ReleaseChange, { kind: 'content' }>,
  known: KnownReferences,
): CheckedChange | Problem {
  const wrongName = pageNameProblem(`${key.path}.yaml`)
  if (wrongName) return unusable(wrongName)
  if (key.path === MAIL_PATH && key.block === '' && key.key.startsWith('mail_')) {
    return unusable('Change a text of an email with the kind mail.')
  }
  const { after } = change
  if (!after) return accepted(change)
  if (after.alt !== '' && key.field !== 'media')
    return unusable('Only an image can have an alternative text.')
  switch (key.field) {
    case 'text':
      return textProblem(key, after.value) ?? accepted(change)
    case 'area': {
      const { clean, removed } = cleanHtml(after.value)
      return (
        variableRefusal(key, clean, true) ?? {
          change: { ...change, after: { ...after, value: clean } },
          removed,
          warnings: brokenLinks(clean, key.channel, known),
        }
      )
    }
    case 'number':
      return schemaProblem(NumberText.safeParse(after.value)) ?? accepted(change)
    case 'url': {
      const wrongUrl = schemaProblem(Url.safeParse(after.value))
      if (wrongUrl) return wrongUrl
      const warning = linkProblem(after.value, key.channel, known)
      return { change, removed: [], warnings: warning ? [warning] : [] }
    }
    case 'media':
      return pictureProblem(after.value, known) ?? accepted(change)
  }
}

const schemaProblem = (parsed: {
  success: boolean
  error?: { issues: { message: string }[] } | undefined
}) =>
  parsed.success
    ? undefined
    : unusable(`It ${parsed.error?.issues[0]?.message ?? 'cannot be used'}.`)

/** The refusal for a text that the shop could not show as written. */
function textProblem(address: { path: string; block: string; key: string }, text: string) {
  const problem = plainTextProblem(address, text)
  return problem === undefined ? variableRefusal(address, text, false) : unusable(`${problem}.`)
}

function variableRefusal(
  address: { path: string; block: string; key: string },
  text: string,
  isHtml: boolean,
) {
  const problem = variableProblem(address, text, isHtml)
  if (!problem) return undefined
  const { code, message, variables, allowed } = problem
  return refuseStaff(code, { message: `${message}.`, stands: { variables, there: allowed } })
}

function mailProblem({ mail, key }: MailKey) {
  const parts: Record<string, Record<string, string> | undefined> = dutchMailTexts
  return parts[mail]?.[key] === undefined
    ? `No email has the text '${key}' in '${mail}'.`
    : undefined
}

const pictureProblem = (reference: string, { pictures }: KnownReferences) =>
  reference === '' || pictures.has(reference)
    ? undefined
    : unusable(`There is no image '${reference}'.`)

const tagProblem = (tags: readonly string[], known: KnownReferences) => {
  const missing = tags.find((tag) => !known.tags.has(tag))
  return missing === undefined ? undefined : unusable(`There is no tag '${missing}'.`)
}

function navigationProblem(
  { id }: NavigationKey,
  after: NavigationAfter | null,
  known: KnownReferences,
) {
  if (!after) return undefined
  if (Object.values(after.texts).every((text) => !text)) {
    return unusable(`The menu item '${id}' has no title in any language.`)
  }
  const tags = after.tags.map(({ tag }) => tag)
  if (new Set(tags).size !== tags.length) return unusable(`'${id}' contains a tag twice.`)
  return pictureProblem(after.banner, known) ?? tagProblem(tags, known)
}

function tileProblem({ tile, id }: TileKey, after: TileAfter | null, known: KnownReferences) {
  if (!after) return undefined
  if (tile === 'brand' && !known.brands.has(id)) return unusable(`There is no brand '${id}'.`)
  return (
    pictureProblem(after.banner, known) ??
    pictureProblem(after.media, known) ??
    tagProblem(after.tags, known)
  )
}

function brokenLinks(html: string, channel: string, known: KnownReferences): string[] {
  const links = [...html.matchAll(/<a\b[^<>]*?\bhref="([^"]*)"/g)].map(([, href = '']) => href)
  return links.flatMap((href) => linkProblem(href, channel, known) ?? [])
}

/** Links to other sites are not checked. Links within the shop must lead to an existing page. */
function linkProblem(
  href: string,
  channel: string,
  { pages }: KnownReferences,
): string | undefined {
  const [, segment] = /^\/([^/?#]*)/.exec(href) ?? []
  if (segment === undefined || segment === '' || isReservedSegment(segment)) return undefined
  const isPage = [channel, SHARED_CHANNEL].some((id) => pages.has(`${id} ${segment}`))
  return isPage ? undefined : `'${href}' leads to no page of this shop.`
}
