import type { AttributeKind } from '#contract/catalog/attributes.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  findAttribute,
  listChangedFields,
  lockAttributeParent,
  type AttributeName,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { endOf } from '#server/modules/catalog/attributes/merge-attributes.ts'
import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

type Said = {
  name?: string | undefined
  texts?: Record<string, string | undefined> | undefined
  hexcode?: string | undefined
  supplier_email?: string | undefined
}

/** The fields of each kind. */
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

/** Returns null if nothing changed. */
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
  const word = await findAttribute(sql, named, readerOf(caller))
  if (!word) throw new Error('attribute not found during the change')
  return { change: String(change.id), word }
}

/** The group or dimension that contains a new attribute; '' if it needs none. */
export async function standsIn({ sql }: SignedIn, kind: AttributeKind, parent: string | undefined) {
  if (kind !== 'tag' && kind !== 'value') return ''
  if (parent === undefined) {
    return refuseStaff('invalid-input', {
      field: 'parent',
      message: 'Is required for a tag or a value.',
    })
  }
  const row = await lockAttributeParent(sql, kind, parent)
  return row ? parent : refuseStaff('unknown-name', { field: parent })
}

export async function whatIsMade(
  { sql }: SignedIn,
  kind: AttributeKind,
  parent: string,
  { name, texts, hexcode = '', supplier_email = '' }: Said,
) {
  if (kind === 'brand') {
    return name === undefined
      ? refuseStaff('invalid-input', { field: 'name', message: 'is empty' })
      : { name, picture: null, supplier_email }
  }
  if (texts === undefined)
    return refuseStaff('invalid-input', { field: 'texts', message: 'is empty' })
  const place = async (of: 'group' | 'tag' | 'value') => ({
    position: await endOf(sql, of, parent),
  })
  switch (kind) {
    case 'group':
      return { texts, ...(await place('group')) }
    case 'tag':
      return { group: parent, texts, ...(await place('tag')) }
    case 'dimension':
      return { texts }
    case 'value':
      return { texts, hexcode: hexcode === '' ? null : hexcode, ...(await place('value')) }
  }
}
