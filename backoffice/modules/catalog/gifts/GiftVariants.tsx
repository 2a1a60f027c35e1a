import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './GiftVariants.module.css'

type Gift = StaffResponse<'gift'>
type Row = { sku: string; values: [string, string]; retired: boolean }
type Variants = { dimensions: string[]; articles: Row[] }

/** The variants of a gift. A sold variant is retired and never removed, because carts and orders refer to it. */
export function GiftArticles({
  gift,
  me,
  mayWrite,
}: {
  gift: Gift
  me: string
  mayWrite: boolean
}) {
  const t = useTranslate()
  const names = useQuery(staffQuery('catalogueNames', {}))
  const draft = useDraft<Variants>(`${me}.gift.${gift.id}.articles`, {
    dimensions: gift.dimensions,
    articles: gift.articles.map(({ sku, values, retired }) => ({
      sku,
      values: [values[0] ?? '', values[1] ?? ''],
      retired,
    })),
  })
  const { values, type } = draft
  const action = useAction('changeArticles', { done: () => t('variantsSaved') })
  const dimensions = names.data?.dimensions ?? []
  const valuesOf = (id: string | undefined) => dimensions.find((one) => one.id === id)?.values ?? []
  const change = (at: number, part: Partial<Row>) =>
    type({
      articles: values.articles.map((row, place) => (place === at ? { ...row, ...part } : row)),
    })
  const soldSkus = gift.articles.filter(({ sold }) => sold).map(({ sku }) => sku)
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
    <Form
      title={t('variants')}
      submit={t('saveVariants')}
      main={draft.changed}
      wrong={action.wrong}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      note={t('retiredNotRemoved')}
      onSubmit={async () => {
        if (!mayWrite) return
        const saved = await action.run({ id: gift.id, version: gift.version, ...values })
        if (saved) draft.clear()
      }}
    >
      <fieldset className={css.fields} disabled={!mayWrite}>
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('variantsTable')}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('articleCode')}</th>
                {values.dimensions.map((id) => (
                  <th key={id} scope="col">
                    {dimensions.find((one) => one.id === id)?.name ?? id}
                  </th>
                ))}
                <th scope="col">{t('state')}</th>
              </tr>
            </thead>
            <tbody>
              {values.articles.map((row, at) => {
                const isNew = !gift.articles.some(({ sku }) => sku === row.sku)
                return (
                  // A new one gets its code while it is typed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={at} data-retired={row.retired || undefined}>
                    <td>
                      {isNew ? (
                        <input
                          className={css.input}
                          aria-label={t('articleCode')}
                          value={row.sku}
                          onChange={({ target }) => change(at, { sku: target.value })}
                        />
                      ) : (
                        row.sku
                      )}
                    </td>
                    {values.dimensions.map((id, place) => (
                      <td key={id}>
                        <select
                          className={css.input}
                          aria-label={t('valueOf', {
                            name: row.sku,
                            dimension: dimensions.find((one) => one.id === id)?.name ?? id,
                          })}
                          value={row.values[place] ?? ''}
                          onChange={({ target }) =>
                            change(at, {
                              values:
                                place === 0
                                  ? [target.value, row.values[1]]
                                  : [row.values[0], target.value],
                            })
                          }
                        >
                          <option value="">–</option>
                          {valuesOf(id).map((one) => (
                            <option key={one.id} value={one.id}>
                              {one.name}
                            </option>
                          ))}
                        </select>
                      </td>
                    ))}
                    <td>
                      <StatusMark kind={row.retired ? 'off' : 'done'}>
                        {t(
                          row.retired
                            ? 'isRetired'
                            : soldSkus.includes(row.sku)
                              ? 'wasSold'
                              : 'isNotRetired',
                        )}
                      </StatusMark>{' '}
                      {mayWrite ? (
                        <ActionButton
                          little
                          look="plain"
                          aria-label={t(row.retired ? 'bringBackOne' : 'retireOne', {
                            name: row.sku,
                          })}
                          onClick={() => change(at, { retired: !row.retired })}
                        >
                          {t(row.retired ? 'bringBack' : 'retire')}
                        </ActionButton>
                      ) : null}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
        {mayWrite ? (
          <ActionButton
            little
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
        ) : null}
      </fieldset>
    </Form>
  )
}
