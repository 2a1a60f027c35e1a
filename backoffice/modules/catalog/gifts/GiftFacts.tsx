import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ConflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useChangedFields } from '#backoffice/modules/catalog/gifts/use-changed-fields.ts'
import type { FactsDraft } from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './GiftSide.module.css'

type Names = StaffResponse<'attributeNames'>

const MAX_RESULTS = 8

/** Where recipients find the gift: its brand, tags, categories and related gifts. All channels share them. */
export function GiftFacts({
  gift,
  draft,
  mayWrite,
}: {
  gift: Gift
  draft: FactsDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const names = useQuery(staffQuery('attributeNames', {}))
  const changedFields = useChangedFields(gift)
  const { values, type, conflict } = draft
  return (
    <Card title={t('giftFacts')} foldsOnPhone>
      <ConflictNotice conflict={conflict} fields={changedFields(conflict.fields)} />
      <fieldset className={css.fields} disabled={!mayWrite}>
        <BrandField gift={gift} draft={draft} brands={names.data?.brands} />
        <Tags gift={gift} draft={draft} groups={names.data?.groups ?? []} />
        <Categories gift={gift} />
        <CrossSelling
          gift={gift}
          giftIds={values.cross_selling}
          onChange={(cross_selling) => type({ cross_selling })}
        />
      </fieldset>
    </Card>
  )
}

/** The menu items that show it, because they have one of its tags. */
function Categories({ gift: { categories } }: { gift: Gift }) {
  const t = useTranslate()
  return (
    <div className={css.fact}>
      <h3>{t('categories')}</h3>
      {categories.length === 0 ? (
        <p className={css.soft}>{t('inNoCategory')}</p>
      ) : (
        <ul className={css.chips} aria-label={t('categories')}>
          {categories.map(({ id, name }) => (
            <li key={id}>
              <BackofficeLink to={`/backoffice/gifts?category=${id}`}>{name}</BackofficeLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function BrandField({
  gift,
  draft,
  brands,
}: {
  gift: Gift
  draft: FactsDraft
  brands: Names['brands'] | undefined
}) {
  const t = useTranslate()
  const choices = (brands ?? [{ ...gift.brand, retired: false }]).filter(
    ({ id, retired }) => !retired || id === gift.brand.id,
  )
  return (
    <FormSelect
      label={t('brand')}
      value={draft.values.brand}
      onChange={({ target }) => draft.type({ brand: target.value })}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FormSelect>
  )
}

function Tags({
  gift,
  draft: { values, type },
  groups,
}: {
  gift: Gift
  draft: FactsDraft
  groups: Names['groups']
}) {
  const t = useTranslate()
  const tags = groups.flatMap(({ name: group, tags }) =>
    tags.map(({ id, name, retired }) => ({ id, name: `${group}: ${name}`, retired })),
  )
  const tagName = (id: string) =>
    tags.find((tag) => tag.id === id)?.name ?? gift.tags.find((tag) => tag.id === id)?.name ?? id
  return (
    <div className={css.fact}>
      <h3>{t('tags')}</h3>
      <Chips
        label={t('tags')}
        ids={values.tags}
        nameOf={tagName}
        onChange={(tags) => type({ tags })}
      />
      <FormSelect
        label={<span className="visually-hidden">{t('tagsAdd')}</span>}
        value=""
        onChange={({ target }) => {
          if (target.value !== '') type({ tags: [...values.tags, target.value] })
        }}
      >
        <option value="">{t('tagsAdd')}</option>
        {tags
          .filter(({ id, retired }) => !retired && !values.tags.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </FormSelect>
    </div>
  )
}

function CrossSelling({
  gift,
  giftIds,
  onChange,
}: {
  gift: Gift
  giftIds: string[]
  onChange: (ids: string[]) => void
}) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const results = useQuery({
    ...staffQuery('gifts', { search, limit: MAX_RESULTS }),
    enabled: search.trim().length > 1,
  })
  const nameOf = (id: string) => gift.cross_selling.find((related) => related.id === id)?.name ?? id
  return (
    <div className={css.fact}>
      <h3>{t('crossSelling')}</h3>
      <Chips label={t('crossSelling')} ids={giftIds} nameOf={nameOf} onChange={onChange} />
      <FormField
        label={<span className="visually-hidden">{t('crossSelling')}</span>}
        placeholder={t('crossSellingHelp')}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {search.trim().length > 1 ? (
        <ul className={css.found}>
          {(results.data?.items ?? [])
            .filter(({ id }) => id !== gift.id && !giftIds.includes(id))
            .map(({ id, name }) => (
              <li key={id}>
                <ActionButton
                  variant="plain"
                  small
                  onClick={() => {
                    onChange([...giftIds, id])
                    setSearch('')
                  }}
                >
                  {t('addOne', { name })}
                </ActionButton>
              </li>
            ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Chosen entries by name, each with a button that removes it. */
function Chips({
  label,
  ids,
  nameOf,
  onChange,
}: {
  label: string
  ids: readonly string[]
  nameOf: (id: string) => string
  onChange: (ids: string[]) => void
}) {
  const t = useTranslate()
  return (
    <ul className={css.chips} aria-label={label}>
      {ids.map((id) => (
        <li key={id}>
          {nameOf(id)}
          <ActionIconButton
            icon="close"
            label={t('removeOne', { name: nameOf(id) })}
            onClick={() => onChange(ids.filter((other) => other !== id))}
          />
        </li>
      ))}
    </ul>
  )
}
