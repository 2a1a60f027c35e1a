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
  VariantValues,
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
  const changedFields = useChangedFields(gift)
  const dimensions = names.data?.dimensions ?? []
  return (
    <Card
      title={t('variants')}
      foldsOnPhone
      actions={mayWrite ? <NewVariant gift={gift} draft={draft} /> : undefined}
    >
      <ConflictNotice conflict={draft.conflict} fields={changedFields(draft.conflict.fields)} />
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
  const setDimension = (index: 0 | 1, id: string) => {
    const nextDimensions = [values.dimensions[0] ?? '', values.dimensions[1] ?? '']
    nextDimensions[index] = id
    // A changed dimension clears its values. Without a first dimension, the second one becomes the first.
    type({
      dimensions: nextDimensions.filter(Boolean),
      articles: values.articles.map((row) => ({
        ...row,
        values: [index === 0 ? '' : row.values[0], index === 1 || id === '' ? '' : row.values[1]],
      })),
    })
  }
  return (
    <div className={css.dimensions}>
      {([0, 1] as const).map((index) => (
        <FormSelect
          key={index}
          label={t('dimensionNumber', { number: index + 1 })}
          value={values.dimensions[index] ?? ''}
          onChange={({ target }) => setDimension(index, target.value)}
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
  const chosenDimensions = values.dimensions.map(
    (id): Dimension =>
      dimensions.find((dimension) => dimension.id === id) ?? { id, name: id, values: [] },
  )
  const changeVariant = (index: number, part: Partial<VariantValues>) =>
    type({
      articles: values.articles.map((row, other) => (other === index ? { ...row, ...part } : row)),
    })
  return (
    <table {...TABLE_ROLES.table} className={css.table}>
      <thead {...TABLE_ROLES.rowgroup}>
        <tr {...TABLE_ROLES.row}>
          <th {...TABLE_ROLES.columnheader} scope="col">
            {t('articleCode')}
          </th>
          {chosenDimensions.map(({ id, name }) => (
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
        {values.articles.map((row, index) => (
          <VariantRow
            // The code of a new variant changes while it is typed, so it is no key.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            gift={gift}
            row={row}
            dimensions={chosenDimensions}
            change={(part) => changeVariant(index, part)}
            mayWrite={mayWrite}
          />
        ))}
      </tbody>
    </table>
  )
}

type VariantProps = {
  row: VariantValues
  dimensions: readonly Dimension[]
  change: (part: Partial<VariantValues>) => void
}

function VariantRow({
  gift,
  row,
  dimensions,
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
      <ValueCells row={row} dimensions={dimensions} change={change} />
      <StateCell
        row={row}
        wasSold={stored?.sold ?? false}
        mayWrite={mayWrite}
        retire={(retired) => change({ retired })}
      />
    </tr>
  )
}

function ValueCells({ row, dimensions, change }: VariantProps) {
  const t = useTranslate()
  return (
    <>
      {dimensions.map(({ id, name, values }, index) => (
        <td key={id} {...TABLE_ROLES.cell}>
          <select
            className={css.input}
            aria-label={t('valueOf', {
              name: row.sku,
              dimension: name,
            })}
            value={row.values[index] ?? ''}
            onChange={({ target }) =>
              change({
                values: index === 0 ? [target.value, row.values[1]] : [row.values[0], target.value],
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
  row: VariantValues
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
