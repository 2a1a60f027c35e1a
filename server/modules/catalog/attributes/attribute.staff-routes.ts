import type { FastifyInstance } from 'fastify'

import {
  attributes,
  attributeUses,
  changeAttribute,
  createAttribute,
  mergeAttributes,
  reorderAttributes,
  removeAttribute,
} from '#contract/catalog/attributes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { CatalogueField } from '#server/modules/catalog/changes/catalog-fields.ts'
import {
  draftsOfAttribute,
  findAttribute,
  giftsOfAttribute,
  lockAttribute,
  placesOfAttribute,
  readAttributes,
  TREES,
  listOwnerNames,
  lockAttributeId,
  lockTagGroup,
  lockAttributesIn,
  saveReleaseOfChange,
  countChildren,
  countSold,
  placeNames,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import {
  endOf,
  lockForMerge,
  mergeWrites,
} from '#server/modules/catalog/attributes/merge-attributes.ts'
import { moveAttributeUses } from '#server/modules/catalog/attributes/move-attribute-uses.ts'
import {
  FIELDS_OF,
  readerOf,
  standsIn,
  whatIsMade,
  writeAttribute,
} from '#server/modules/catalog/attributes/write-attribute.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Attributes of gifts. Each write takes effect at once, is stored, and can be undone like any catalogue change. */
export function attributeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, attributes, handleAttributes)

  serveStaff(app, backoffice, attributeUses, handleAttributeUses)

  serveStaff(app, backoffice, createAttribute, handleCreateAttribute)

  serveStaff(app, backoffice, changeAttribute, handleChangeAttribute)

  serveStaff(app, backoffice, reorderAttributes, handleReorderAttributes)

  serveStaff(app, backoffice, mergeAttributes, handleMergeAttributes)

  serveStaff(app, backoffice, removeAttribute, handleRemoveAttribute)
}

async function handleAttributes({ kind }: ParsedInput<typeof attributes>, caller: SignedIn) {
  const [items, keepers] = await Promise.all([
    readAttributes(caller.sql, TREES[kind], readerOf(caller)),
    listOwnerNames(caller.sql),
  ])
  return { items, keepers: keepers.map(({ name }) => name) }
}

async function handleAttributeUses(named: ParsedInput<typeof attributeUses>, caller: SignedIn) {
  const { sql, within } = caller
  const word = await findAttribute(sql, named, readerOf(caller))
  if (!word) return refuseStaff('not-found')
  const [inside, places, drafts, sold] = await Promise.all([
    countChildren(caller, named),
    placesOfAttribute(sql, named),
    draftsOfAttribute(sql, named),
    countSold(caller, named),
  ])
  const own = places.filter(({ channel_id }) => within(channel_id))
  const names = await placeNames(caller, own)
  return {
    gifts: word.gifts,
    sold,
    inside,
    places: own.map(({ channel_id: channel, kind, tile, id }) => ({
      channel,
      kind,
      id,
      name: names.get(`${channel} ${kind} ${tile} ${id}`) ?? id,
    })),
    drafts: drafts
      .filter(({ channels }) => channels.every(within))
      .map(({ id, name, scheduled }) => ({ id, name, scheduled })),
  }
}

async function handleCreateAttribute(
  { kind, id, parent, ...values }: ParsedInput<typeof createAttribute>,
  caller: SignedIn,
) {
  const { sql } = caller
  const stands = await standsIn(caller, kind, parent)
  if (refused(stands)) return stands
  const named = { kind, id: kind === 'value' ? `${stands}/${id}` : id }
  const after = await whatIsMade(caller, kind, stands, values)
  if (refused(after)) return after
  // If two colleagues create the same attribute, the second waits here and then finds it.
  await lockAttributeId(sql, named.id, kind)
  if (await findAttribute(sql, named, readerOf(caller))) return refuseStaff('code-taken')
  const created = await writeAttribute(caller, named, 'created', [
    { field: `${kind}.made`, product: '', id: named.id, after },
  ])
  if (!created) throw new Error('created attribute not found')
  return created
}

async function handleChangeAttribute(
  { kind, id, version, parent, ...values }: ParsedInput<typeof changeAttribute>,
  caller: SignedIn,
) {
  const { sql } = caller
  const named = { kind, id }
  await lockAttribute(sql, named)
  const word = await findAttribute(sql, named, readerOf(caller))
  if (!word) return refuseStaff('not-found')
  if (!word.yours) return refuseStaff('shared-word')
  if (word.version !== version) return refuseStaff('changed-since', { stands: word })
  const writes: FieldWrite[] = Object.entries(values).flatMap(([name, after]) =>
    after === undefined || !FIELDS_OF[kind].includes(name)
      ? []
      : [{ field: `${kind}.${name}` as CatalogueField, product: '', id, after }],
  )
  if (kind === 'tag' && parent !== undefined && parent !== word.parent) {
    const group = await lockTagGroup(sql, parent)
    if (!group) return refuseStaff('unknown-name', { field: parent })
    const end = await endOf(sql, 'tag', parent)
    writes.push(
      { field: 'tag.group', product: '', id, after: parent },
      { field: 'tag.position', product: '', id, after: end },
    )
  }
  return (await writeAttribute(caller, named, 'changed', writes)) ?? refuseStaff('nothing-to-do')
}

async function handleReorderAttributes(
  { kind, parent, before, after }: ParsedInput<typeof reorderAttributes>,
  caller: SignedIn,
) {
  const { sql, colleague, now, audit } = caller
  const inside = kind === 'group' ? null : (parent ?? '')
  await lockAttributesIn(sql, kind, inside)
  const words = (
    await readAttributes(sql, kind === 'value' ? ['value'] : TREES.tag, readerOf(caller))
  ).filter((word) => word.kind === kind && word.parent === inside)
  const ids = words.map(({ id }) => id)
  if (words.length === 0) return refuseStaff('not-found')
  if (ids.join(' ') !== before.join(' ')) return refuseStaff('changed-since')
  if (after.toSorted().join(' ') !== before.toSorted().join(' ')) {
    return refuseStaff('invalid-input', {
      field: 'after',
      message: 'Must contain the same entries as before, in any order.',
    })
  }
  if (words.some(({ yours }) => !yours)) return refuseStaff('shared-word')
  if (after.join(' ') === before.join(' ')) return refuseStaff('nothing-to-do')
  const change = await writeCatalogue(
    sql,
    {
      kind: 'word',
      about: { word: kind, parent: inside, action: 'ordered' },
      staff: colleague.id,
      at: now,
    },
    after.map((id, position) => ({
      field: `${kind}.position` as const,
      product: '',
      id,
      after: position,
    })),
  )
  audit({
    action: 'attribute.reordered',
    subjectKind: 'catalogue-attribute',
    subjectId: `${kind} ${inside ?? ''}`.trim(),
    before: { order: before },
    after: { order: after },
  })
  return { change: String(change.id) }
}

async function handleMergeAttributes(
  { kind, id, into, gifts, reason }: ParsedInput<typeof mergeAttributes>,
  caller: SignedIn,
) {
  const { colleague, now, audit, may } = caller
  const sql = inTransaction(caller.sql)
  const from = { kind, id }
  const other = { kind, id: into }
  if (id === into) return refuseStaff('unknown-name', { field: into })
  // Locked before gifts and attributes, as publishing and imports do.
  await lockPublishing(sql)
  const reader = readerOf(caller)
  const words = await readAttributes(sql, kind === 'group' ? TREES.tag : [kind], reader)
  const word = words.find((one) => one.kind === kind && one.id === id)
  const target = words.find((one) => one.kind === kind && one.id === into)
  if (!word) return refuseStaff('not-found')
  if (!target || target.retired || (kind === 'value' && target.parent !== word.parent)) {
    return refuseStaff('unknown-name', { field: into })
  }
  const locked = await lockForMerge(sql, from, other)
  const standing = await findAttribute(sql, from, reader)
  if (!locked || !standing || standing.gifts !== gifts) return refuseStaff('changed-since')
  if (!standing.yours) return refuseStaff('shared-word')
  if (standing.places > 0 && !may('release.publish')) return refuseStaff('in-menus')
  if ((await draftsOfAttribute(sql, from)).some(({ scheduled }) => scheduled)) {
    return refuseStaff('in-schedule')
  }
  const writes = await mergeWrites(sql, from, other, locked)
  if (refused(writes)) return writes
  const { release, places } = await moveAttributeUses(
    sql,
    { from, into: other, name: `${word.name} → ${target.name}` },
    { staffId: colleague.id, at: now },
  )
  const change = await writeCatalogue(
    sql,
    {
      kind: 'merge',
      about: { word: kind, from: word.name, into: target.name, gifts: locked.length },
      reason,
      staff: colleague.id,
      at: now,
    },
    writes,
  )
  await saveReleaseOfChange(sql, change.id, release)
  audit({
    action: 'attribute.merged',
    subjectKind: 'catalogue-attribute',
    subjectId: `${kind} ${id}`,
    reason,
    before: { name: word.name, texts: word.texts },
    after: { into, gifts: locked.length, places, change: change.id, release },
  })
  return {
    change: String(change.id),
    gifts: locked.length,
    places,
    release: release === null ? null : String(release),
  }
}

async function handleRemoveAttribute(
  { kind, id, version }: ParsedInput<typeof removeAttribute>,
  caller: SignedIn,
) {
  const { colleague, now, audit } = caller
  const sql = inTransaction(caller.sql)
  const named = { kind, id }
  await lockPublishing(sql)
  // From here on, a transaction that adds it to a gift waits and then finds it gone.
  await lockAttribute(sql, named, 'removal')
  const word = await findAttribute(sql, named, readerOf(caller))
  if (!word) return refuseStaff('not-found')
  if (word.version !== version) return refuseStaff('changed-since', { stands: word })
  if (!word.yours) return refuseStaff('shared-word')
  const gifts = await giftsOfAttribute(sql, named)
  if (gifts.length > 0 || word.places > 0 || (await countChildren(caller, named)) > 0) {
    return refuseStaff('in-use')
  }
  if ((await draftsOfAttribute(sql, named)).some(({ scheduled }) => scheduled)) {
    return refuseStaff('in-schedule')
  }
  const change = await writeCatalogue(
    sql,
    {
      kind: 'word',
      about: { word: kind, name: word.name, action: 'removed' },
      staff: colleague.id,
      at: now,
    },
    [{ field: `${kind}.made`, product: '', id, after: null }],
  )
  audit({
    action: 'attribute.removed',
    subjectKind: 'catalogue-attribute',
    subjectId: `${kind} ${id}`,
    before: { name: word.name, texts: word.texts, parent: word.parent },
  })
  return { change: String(change.id) }
}
