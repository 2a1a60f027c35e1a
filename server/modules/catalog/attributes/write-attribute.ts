import type { AttributeKind } from '#contract/catalog/attributes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  findAttribute,
  listChangedFields,
  lockAttributeParent,
  type AttributeName,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { nextPosition } from '#server/modules/catalog/attributes/merge-attributes.ts'
import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

type AttributeInput = {
  name?: string | undefined
  texts?: Record<string, string | undefined> | undefined
  hexcode?: string | undefined
  supplier_email?: string | undefined
}

/** The fields that a user can change. */
export const FIELDS_OF: Record<AttributeKind, readonly string[]> = {
  brand: ['name', 'supplier_email', 'retired'],
  group: ['texts'],
  tag: ['texts', 'retired'],
  dimension: ['texts', 'retired'],
  value: ['texts', 'hexcode', 'retired'],
}

export const readerOf = ({ channels, colleague }: SignedIn) => ({
  channels,
  language: colleague.language,
})

/** Writes an attribute with its audit entry. Returns null if nothing changed. */
export async function writeAttribute(
  caller: SignedIn,
  named: AttributeName,
  action: 'created' | 'changed',
  writes: FieldWrite[],
) {
  const { sql, colleague, now, audit } = caller
  const change = await writeCatalogue(
    sql,
    {
      kind: 'word',
      about: { word: named.kind, id: named.id, action },
      staff: colleague.id,
      at: now,
    },
    writes,
  )
  if (change.written === 0) return null
  const rows = await listChangedFields(sql, change.id)
  audit({
    action: `attribute.${action}`,
    subjectKind: 'catalogue-attribute',
    subjectId: `${named.kind} ${named.id}`,
    before: Object.fromEntries(rows.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(rows.map(({ field, after }) => [field, after])),
  })
  const attribute = await findAttribute(sql, named, readerOf(caller))
  if (!attribute) throw new Error('attribute not found during the change')
  return { change: String(change.id), word: attribute }
}

/** Locks the group or dimension of a new attribute and returns its id; '' if it has none. */
export async function lockParent(
  { sql }: SignedIn,
  kind: AttributeKind,
  parent: string | undefined,
) {
  if (kind !== 'tag' && kind !== 'value') return ''
  if (parent === undefined) {
    return refuseStaff('invalid-input', {
      field: 'parent',
      message: 'Is required for a tag or a value.',
    })
  }
  const exists = await lockAttributeParent(sql, kind, parent)
  return exists ? parent : refuseStaff('unknown-name', { field: parent })
}

/** The stored values of a new attribute. It is added at the end of its list. */
export async function newAttributeValues(
  { sql }: SignedIn,
  kind: AttributeKind,
  parent: string,
  { name, texts, hexcode = '', supplier_email = '' }: AttributeInput,
) {
  if (kind === 'brand') {
    return name === undefined
      ? refuseStaff('invalid-input', { field: 'name', message: 'is empty' })
      : { name, picture: null, supplier_email }
  }
  if (texts === undefined)
    return refuseStaff('invalid-input', { field: 'texts', message: 'is empty' })
  if (kind === 'dimension') return { texts }
  const position = await nextPosition(sql, kind, parent)
  switch (kind) {
    case 'group':
      return { texts, position }
    case 'tag':
      return { group: parent, texts, position }
    case 'value':
      return { texts, hexcode: hexcode === '' ? null : hexcode, position }
  }
}
