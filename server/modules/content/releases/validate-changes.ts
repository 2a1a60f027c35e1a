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
  isOwnAddress,
  pageNameProblem,
} from '#server/modules/content/validation/page-names.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { firstWordless, type CheckedNode } from '#server/modules/content/releases/required-texts.ts'
import {
  type Known,
  type NavigationAfter,
  type TileAfter,
  whatIsKnown,
} from '#server/modules/content/releases/known-references.sql.ts'
import { firstUnknownText } from '#server/modules/content/releases/validate-text-keys.ts'
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
  const there = await sql`select from channel where id = any(${channels})`
  if (there.count !== channels.length) return refuseStaff('not-found')
  const twice = firstTwice(changes)
  if (twice >= 0) return { ...unusable('The call changes the same item twice.'), place: twice }
  const viewer = restores
    ? undefined
    : { channels: own, staff: colleague.id, language: colleague.language }
  const known = await whatIsKnown(sql, changes, { channels, viewer })
  const checked: CheckedChange[] = []
  for (const [place, change] of changes.entries()) {
    const one = checkChange(change, { known, restores }, may)
    if (refused(one)) return { ...one, place }
    checked.push(one)
  }
  const unknown = await firstUnknownText(sql, changes)
  const stray = changes[unknown]
  if (stray?.kind === 'content') {
    const { path, block, key } = stray.key
    const name = block === '' ? key : `${block} ${key}`
    return { ...unusable(`No page shows a text '${name}' of '${path}'.`), place: unknown }
  }
  const wordless = await firstWordless(sql, changes, draftChanges)
  if (wordless >= 0) return refuseStaff('required-text', { place: wordless })
  return sharedPart(draftChanges, changes, known) ?? checked
}

function firstTwice(changes: readonly ReleaseChange[]): number {
  const seen = new Set<string>()
  return changes.findIndex((change) => {
    const node = `${change.kind} ${subjectOf(change)}`
    return seen.size === seen.add(node).size
  })
}

/**
 * A channel with the shared menu has no items of its own to change: a mix of two menus would be wrong. The menu is
 * forked first, or all of it is added at once.
 */
function sharedPart(
  draftChanges: readonly { kind: string; key: { channel: string } }[],
  changes: readonly ReleaseChange[],
  known: Known,
) {
  for (const { kind, own, shared } of [
    { kind: 'navigation', own: known.ownMenus, shared: known.sharedItems },
    { kind: 'tile', own: known.ownTiles, shared: known.sharedTiles },
  ]) {
    const of = changes.filter((change) => change.kind === kind)
    for (const channel of new Set(of.map(({ key }) => key.channel))) {
      const isInDraft = draftChanges.some((one) => one.kind === kind && one.key.channel === channel)
      const changedItems = of.filter(({ key }) => key.channel === channel).map(subjectOf)
      const isWhole = shared.every((id) => changedItems.includes(`${channel} ${id}`))
      if (!own.has(channel) && !isInDraft && !isWhole) return refuseStaff('shared-menu')
    }
  }
  return undefined
}

function checkChange(
  change: ReleaseChange,
  { known, restores }: { known: Known; restores: boolean },
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
      const wrong = after && textProblem({ path, block, key }, change.after?.value ?? '')
      return wrong || accepted(change)
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

/** A channel's own page is created with a bundle: texts for a page that does not exist would never be shown. */
function pageProblem({ channel, path }: ContentKey, after: object | null, { livePages }: Known) {
  if (!after || isComponent(path) || pageNameProblem(`${path}.yaml`)) return undefined
  const isThere = [channel, SHARED_CHANNEL].some((one) => livePages.has(`${one} ${path}`))
  return isThere ? undefined : unusable(`There is no page '${path}'.`)
}

function checkContent(
  key: ContentKey,
  change: Extract<ReleaseChange, { kind: 'content' }>,
  known: Known,
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
          warnings: linksNowhere(clean, key.channel, known),
        }
      )
    }
    case 'number':
      return sayOf(NumberText.safeParse(after.value)) ?? accepted(change)
    case 'url': {
      const wrong = sayOf(Url.safeParse(after.value))
      if (wrong) return wrong
      const to = linkProblem(after.value, key.channel, known)
      return { change, removed: [], warnings: to ? [to] : [] }
    }
    case 'media':
      return pictureProblem(after.value, known) ?? accepted(change)
  }
}

const sayOf = (read: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  read.success ? undefined : unusable(`It ${read.error?.issues[0]?.message ?? 'cannot be used'}.`)

/** The refusal for a text that the shop could not show as written. */
function textProblem(address: { path: string; block: string; key: string }, text: string) {
  const plain = plainTextProblem(address, text)
  return plain === undefined ? variableRefusal(address, text, false) : unusable(`${plain}.`)
}

function variableRefusal(
  address: { path: string; block: string; key: string },
  text: string,
  isHtml: boolean,
) {
  const wrong = variableProblem(address, text, isHtml)
  if (!wrong) return undefined
  const { code, message, variables, there } = wrong
  return refuseStaff(code, { message: `${message}.`, stands: { variables, there } })
}

function mailProblem({ mail, key }: MailKey) {
  const parts: Record<string, Record<string, string> | undefined> = dutchMailTexts
  return parts[mail]?.[key] === undefined
    ? `No email has the text '${key}' in '${mail}'.`
    : undefined
}

const pictureProblem = (reference: string, { pictures }: Known) =>
  reference === '' || pictures.has(reference)
    ? undefined
    : unusable(`There is no image '${reference}'.`)

const tagProblem = (tags: readonly string[], known: Known) => {
  const missing = tags.find((tag) => !known.tags.has(tag))
  return missing === undefined ? undefined : unusable(`There is no tag '${missing}'.`)
}

function navigationProblem({ id }: NavigationKey, after: NavigationAfter | null, known: Known) {
  if (!after) return undefined
  if (Object.values(after.texts).every((text) => !text)) {
    return unusable(`The menu item '${id}' has no title in any language.`)
  }
  const tags = after.tags.map(({ tag }) => tag)
  if (new Set(tags).size !== tags.length) return unusable(`'${id}' contains a tag twice.`)
  return pictureProblem(after.banner, known) ?? tagProblem(tags, known)
}

function tileProblem({ tile, id }: TileKey, after: TileAfter | null, known: Known) {
  if (!after) return undefined
  if (tile === 'brand' && !known.brands.has(id)) return unusable(`There is no brand '${id}'.`)
  return (
    pictureProblem(after.banner, known) ??
    pictureProblem(after.media, known) ??
    tagProblem(after.tags, known)
  )
}

function linksNowhere(html: string, channel: string, known: Known): string[] {
  const links = [...html.matchAll(/<a\b[^<>]*?\bhref="([^"]*)"/g)].map(([, href = '']) => href)
  return links.flatMap((href) => linkProblem(href, channel, known) ?? [])
}

/** Links to other sites are not checked. Links within the shop must lead to an existing page. */
function linkProblem(href: string, channel: string, { pages }: Known): string | undefined {
  const [, first] = /^\/([^/?#]*)/.exec(href) ?? []
  if (first === undefined || first === '' || isOwnAddress(first)) return undefined
  const isPage = [channel, SHARED_CHANNEL].some((one) => pages.has(`${one} ${first}`))
  return isPage ? undefined : `'${href}' leads to no page of this shop.`
}
