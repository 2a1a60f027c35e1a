import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ConflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useChangedFields } from '#backoffice/modules/catalog/gifts/use-changed-fields.ts'
import type {
  VariantRow as Row,
  VariantsDraft,
} from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './GiftVariants.module.css'

type Dimensions = StaffResponse<'attributeNames'>['dimensions']
type Dimension = Pick<Dimensions[number], 'id' | 'name' | 'values'>

/** The variants of a gift. A sold variant is retired and never removed, because carts and orders refer to it. */
export function GiftVariants({
  gift,
  draft,
  mayWrite,
}: {
  gift: Gift
  draft: VariantsDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const names = useQuery(staffQuery('attributeNames', {}))
  const changed = useChangedFields(gift)
  const dimensions = names.data?.dimensions ?? []
  return (
    <Card
      title={t('variants')}
      foldsOnPhone
      actions={mayWrite ? <NewVariant gift={gift} draft={draft} /> : undefined}
    >
      <ConflictNotice conflict={draft.conflict} fields={changed(draft.conflict.fields)} />
      <fieldset className={css.fields} disabled={!mayWrite}>
        <DimensionFields draft={draft} dimensions={dimensions} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('variantsTable')}>
          <VariantsTable gift={gift} draft={draft} dimensions={dimensions} mayWrite={mayWrite} />
        </div>
      </fieldset>
      <p className={css.note}>{t('retiredNotRemoved')}</p>
    </Card>
  )
}

function DimensionFields({
  draft: { values, type },
  dimensions,
}: {
  draft: VariantsDraft
  dimensions: Dimensions
}) {
  const t = useTranslate()
  const setDimension = (place: 0 | 1, id: string) => {
    const next = [values.dimensions[0] ?? '', values.dimensions[1] ?? '']
    next[place] = id
    type({
      dimensions: next.filter(Boolean),
      articles: values.articles.map((row) => ({
        ...row,
        values: [place === 0 ? '' : row.values[0], place === 1 || id === '' ? '' : row.values[1]],
      })),
    })
  }
  return (
    <div className={css.dimensions}>
      {([0, 1] as const).map((place) => (
        <FormSelect
          key={place}
          label={t('dimensionNumber', { number: place + 1 })}
          value={values.dimensions[place] ?? ''}
          onChange={({ target }) => setDimension(place, target.value)}
        >
          <option value="">{t('none')}</option>
          {dimensions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelect>
      ))}
    </div>
  )
}

function VariantsTable({
  gift,
  draft: { values, type },
  dimensions,
  mayWrite,
}: {
  gift: Gift
  draft: VariantsDraft
  dimensions: Dimensions
  mayWrite: boolean
}) {
  const t = useTranslate()
  const chosen = values.dimensions.map((id): Dimension => {
    const { name = id, values = [] } = dimensions.find((dimension) => dimension.id === id) ?? {}
    return { id, name, values }
  })
  const change = (at: number, part: Partial<Row>) =>
    type({
      articles: values.articles.map((row, place) => (place === at ? { ...row, ...part } : row)),
    })
  return (
    <table {...TABLE_ROLES.table} className={css.table}>
      <thead {...TABLE_ROLES.rowgroup}>
        <tr {...TABLE_ROLES.row}>
          <th {...TABLE_ROLES.columnheader} scope="col">
            {t('articleCode')}
          </th>
          {chosen.map(({ id, name }) => (
            <th key={id} {...TABLE_ROLES.columnheader} scope="col">
              {name}
            </th>
          ))}
          <th {...TABLE_ROLES.columnheader} scope="col">
            {t('state')}
          </th>
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.rowgroup}>
        {values.articles.map((row, at) => (
          <VariantRow
            // A new one gets its code while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            gift={gift}
            row={row}
            chosen={chosen}
            change={(part) => change(at, part)}
            mayWrite={mayWrite}
          />
        ))}
      </tbody>
    </table>
  )
}

type VariantProps = { row: Row; chosen: readonly Dimension[]; change: (part: Partial<Row>) => void }

function VariantRow({
  gift,
  row,
  chosen,
  change,
  mayWrite,
}: VariantProps & { gift: Gift; mayWrite: boolean }) {
  const t = useTranslate()
  const stored = gift.articles.find(({ sku }) => sku === row.sku)
  return (
    <tr {...TABLE_ROLES.row} data-retired={row.retired || undefined}>
      <td {...TABLE_ROLES.cell}>
        {stored ? (
          row.sku
        ) : (
          <input
            className={css.input}
            aria-label={t('articleCode')}
            value={row.sku}
            onChange={({ target }) => change({ sku: target.value })}
          />
        )}
      </td>
      <ValueCells row={row} chosen={chosen} change={change} />
      <StateCell
        row={row}
        wasSold={stored?.sold ?? false}
        mayWrite={mayWrite}
        retire={(retired) => change({ retired })}
      />
    </tr>
  )
}

function ValueCells({ row, chosen, change }: VariantProps) {
  const t = useTranslate()
  return (
    <>
      {chosen.map(({ id, name, values }, place) => (
        <td key={id} {...TABLE_ROLES.cell}>
          <select
            className={css.input}
            aria-label={t('valueOf', {
              name: row.sku,
              dimension: name,
            })}
            value={row.values[place] ?? ''}
            onChange={({ target }) =>
              change({
                values: place === 0 ? [target.value, row.values[1]] : [row.values[0], target.value],
              })
            }
          >
            <option value="">–</option>
            {values.map((value) => (
              <option key={value.id} value={value.id}>
                {value.name}
              </option>
            ))}
          </select>
        </td>
      ))}
    </>
  )
}

function StateCell({
  row,
  wasSold,
  mayWrite,
  retire,
}: {
  row: Row
  wasSold: boolean
  mayWrite: boolean
  retire: (retired: boolean) => void
}) {
  const t = useTranslate()
  return (
    <td {...TABLE_ROLES.cell} className={css.state}>
      <StatusMark kind={row.retired ? 'off' : 'done'}>
        {t(row.retired ? 'isRetired' : wasSold ? 'wasSold' : 'isNotRetired')}
      </StatusMark>{' '}
      {mayWrite ? (
        <ActionButton
          small
          variant="plain"
          aria-label={t(row.retired ? 'restoreOne' : 'retireOne', {
            name: row.sku,
          })}
          onClick={() => retire(!row.retired)}
        >
          {t(row.retired ? 'restore' : 'retire')}
        </ActionButton>
      ) : null}
    </td>
  )
}

function NewVariant({ gift, draft: { values, type } }: { gift: Gift; draft: VariantsDraft }) {
  const t = useTranslate()
  return (
    <ActionButton
      small
      icon="plus"
      onClick={() =>
        type({
          articles: [
            ...values.articles,
            {
              sku: `${gift.id}-${values.articles.length + 1}`,
              values: ['', ''],
              retired: false,
            },
          ],
        })
      }
    >
      {t('newVariant')}
    </ActionButton>
  )
}
