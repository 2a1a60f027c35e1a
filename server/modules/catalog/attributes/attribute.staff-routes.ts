import type { FastifyInstance } from 'fastify'

import {
  type AttributeKind,
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
  listDraftsOfAttribute,
  findAttribute,
  listGiftsOfAttribute,
  lockAttribute,
  listPlacesOfAttribute,
  readAttributes,
  KINDS_ON_PAGE,
  listOwnerNames,
  lockAttributeId,
  lockAttributeParent,
  lockAttributesIn,
  saveReleaseOfChange,
  countChildren,
  countSold,
  readPlaceNames,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import {
  nextPosition,
  lockForMerge,
  findMergeWrites,
} from '#server/modules/catalog/attributes/merge-attributes.ts'
import { moveAttributeUses } from '#server/modules/catalog/attributes/move-attribute-uses.ts'
import {
  FIELDS_OF,
  readerOf,
  lockParent,
  newAttributeValues,
  writeAttribute,
} from '#server/modules/catalog/attributes/write-attribute.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Attributes of gifts. Each write takes effect at once and can be undone like any change to the catalogue. */
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
    readAttributes(caller.sql, KINDS_ON_PAGE[kind], readerOf(caller)),
    listOwnerNames(caller.sql),
  ])
  return { items, keepers: keepers.map(({ name }) => name) }
}

async function handleAttributeUses(named: ParsedInput<typeof attributeUses>, caller: SignedIn) {
  const { sql, within } = caller
  const attribute = await findAttribute(sql, named, readerOf(caller))
  if (!attribute) return refuseStaff('not-found')
  const [inside, places, drafts, sold] = await Promise.all([
    countChildren(caller, named),
    listPlacesOfAttribute(sql, named),
    listDraftsOfAttribute(sql, named),
    countSold(caller, named),
  ])
  const visiblePlaces = places.filter(({ channel_id }) => within(channel_id))
  const names = await readPlaceNames(caller, visiblePlaces)
  return {
    gifts: attribute.gifts,
    sold,
    inside,
    places: visiblePlaces.map(({ channel_id: channel, kind, tile, id }) => ({
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
  const parentId = await lockParent(caller, kind, parent)
  if (refused(parentId)) return parentId
  const named = { kind, id: kind === 'value' ? `${parentId}/${id}` : id }
  const after = await newAttributeValues(caller, kind, parentId, values)
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
  const attribute = await findAttribute(sql, named, readerOf(caller))
  if (!attribute) return refuseStaff('not-found')
  if (!attribute.yours) return refuseStaff('shared-word')
  if (attribute.version !== version) return refuseStaff('changed-since', { stands: attribute })
  const writes: FieldWrite[] = Object.entries(values).flatMap(([name, after]) =>
    after === undefined || !FIELDS_OF[kind].includes(name)
      ? []
      : [{ field: `${kind}.${name}` as CatalogueField, product: '', id, after }],
  )
  if (kind === 'tag' && parent !== undefined && parent !== attribute.parent) {
    const groupExists = await lockAttributeParent(sql, 'tag', parent)
    if (!groupExists) return refuseStaff('unknown-name', { field: parent })
    const position = await nextPosition(sql, 'tag', parent)
    writes.push(
      { field: 'tag.group', product: '', id, after: parent },
      { field: 'tag.position', product: '', id, after: position },
    )
  }
  return (await writeAttribute(caller, named, 'changed', writes)) ?? refuseStaff('nothing-to-do')
}

async function handleReorderAttributes(
  { kind, parent, before, after }: ParsedInput<typeof reorderAttributes>,
  caller: SignedIn,
) {
  const { sql, colleague, now, audit } = caller
  const parentId = kind === 'group' ? null : (parent ?? '')
  await lockAttributesIn(sql, kind, parentId)
  const kinds = kind === 'value' ? (['value'] as const) : KINDS_ON_PAGE.tag
  const all = await readAttributes(sql, kinds, readerOf(caller))
  const siblings = all.filter(
    (attribute) => attribute.kind === kind && attribute.parent === parentId,
  )
  const ids = siblings.map(({ id }) => id)
  if (siblings.length === 0) return refuseStaff('not-found')
  if (ids.join(' ') !== before.join(' ')) return refuseStaff('changed-since')
  if (after.toSorted().join(' ') !== before.toSorted().join(' ')) {
    return refuseStaff('invalid-input', {
      field: 'after',
      message: 'Must contain the same entries as before, in any order.',
    })
  }
  if (siblings.some(({ yours }) => !yours)) return refuseStaff('shared-word')
  if (after.join(' ') === before.join(' ')) return refuseStaff('nothing-to-do')
  const change = await writeCatalogue(
    sql,
    {
      kind: 'word',
      about: { word: kind, parent: parentId, action: 'ordered' },
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
    subjectId: `${kind} ${parentId ?? ''}`.trim(),
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
  const sql = requireTransaction(caller.sql)
  const from = { kind, id }
  const other = { kind, id: into }
  if (id === into) return refuseStaff('unknown-name', { field: into })
  // Locked before gifts and attributes, as publishing and imports do.
  await lockPublishing(sql)
  const reader = readerOf(caller)
  const pair = await findMergePair(caller, { kind, id, into })
  if (refused(pair)) return pair
  const { source, target } = pair
  const lockedGifts = await lockForMerge(sql, from, other)
  const current = await findAttribute(sql, from, reader)
  if (!lockedGifts || !current || current.gifts !== gifts) return refuseStaff('changed-since')
  if (!current.yours) return refuseStaff('shared-word')
  if (current.places > 0 && !may('release.publish')) return refuseStaff('in-menus')
  if ((await listDraftsOfAttribute(sql, from)).some(({ scheduled }) => scheduled)) {
    return refuseStaff('in-schedule')
  }
  const writes = await findMergeWrites(sql, from, other, lockedGifts)
  if (refused(writes)) return writes
  const { release, places } = await moveAttributeUses(
    sql,
    { from, into: other, name: `${source.name} → ${target.name}` },
    { staffId: colleague.id, at: now },
  )
  const change = await writeCatalogue(
    sql,
    {
      kind: 'merge',
      about: { word: kind, from: source.name, into: target.name, gifts: lockedGifts.length },
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
    before: { name: source.name, texts: source.texts },
    after: { into, gifts: lockedGifts.length, places, change: change.id, release },
  })
  return {
    change: String(change.id),
    gifts: lockedGifts.length,
    places,
    release: release === null ? null : String(release),
  }
}

/** The attribute that is merged, and the one that stays. */
async function findMergePair(
  caller: SignedIn,
  { kind, id, into }: { kind: AttributeKind; id: string; into: string },
) {
  const kinds = kind === 'group' ? KINDS_ON_PAGE.tag : [kind]
  const all = await readAttributes(caller.sql, kinds, readerOf(caller))
  const source = all.find((attribute) => attribute.kind === kind && attribute.id === id)
  const target = all.find((attribute) => attribute.kind === kind && attribute.id === into)
  if (!source) return refuseStaff('not-found')
  if (!target || target.retired || (kind === 'value' && target.parent !== source.parent)) {
    return refuseStaff('unknown-name', { field: into })
  }
  return { source, target }
}

async function handleRemoveAttribute(
  { kind, id, version }: ParsedInput<typeof removeAttribute>,
  caller: SignedIn,
) {
  const { colleague, now, audit } = caller
  const sql = requireTransaction(caller.sql)
  const named = { kind, id }
  await lockPublishing(sql)
  // From here on, a transaction that adds it to a gift waits and then finds it gone.
  await lockAttribute(sql, named, 'removal')
  const attribute = await findAttribute(sql, named, readerOf(caller))
  if (!attribute) return refuseStaff('not-found')
  if (attribute.version !== version) return refuseStaff('changed-since', { stands: attribute })
  if (!attribute.yours) return refuseStaff('shared-word')
  const gifts = await listGiftsOfAttribute(sql, named)
  if (gifts.length > 0 || attribute.places > 0 || (await countChildren(caller, named)) > 0) {
    return refuseStaff('in-use')
  }
  if ((await listDraftsOfAttribute(sql, named)).some(({ scheduled }) => scheduled)) {
    return refuseStaff('in-schedule')
  }
  const change = await writeCatalogue(
    sql,
    {
      kind: 'word',
      about: { word: kind, name: attribute.name, action: 'removed' },
      staff: colleague.id,
      at: now,
    },
    [{ field: `${kind}.made`, product: '', id, after: null }],
  )
  audit({
    action: 'attribute.removed',
    subjectKind: 'catalogue-attribute',
    subjectId: `${kind} ${id}`,
    before: { name: attribute.name, texts: attribute.texts, parent: attribute.parent },
  })
  return { change: String(change.id) }
}
