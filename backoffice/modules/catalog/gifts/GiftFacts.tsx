import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { GiftFactField } from '#backoffice/modules/catalog/gifts/GiftFactField.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import {
  eachGiftFact,
  GIFT_FACT_NAMES,
  type GiftFacts as GiftFactValues,
  giftFact,
} from '#domain/catalog/gift-facts.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './GiftFacts.module.css'

type Gift = StaffResponse<'gift'>
type Names = StaffResponse<'catalogueNames'>
type Facts = GiftFactValues & {
  brand: string
  tags: string[]
  cross_selling: string[]
}
type FactsDraft = ReturnType<typeof useDraft<Facts>>

const FOUND = 8

const factsOf = (gift: Gift): Facts => ({
  brand: gift.brand.id,
  ...(eachGiftFact((name) => gift[name]) as GiftFactValues),
  tags: gift.tags.map(({ id }) => id),
  cross_selling: gift.cross_selling.map(({ id }) => id),
})

/** Fields of a gift that all channels share: brand, delivery, tags and related gifts. */
export function GiftFacts({
  gift,
  me,
  mayWrite,
  seesCodes,
}: {
  gift: Gift
  me: string
  mayWrite: boolean
  seesCodes: boolean
}) {
  const t = useTranslate()
  const names = useQuery(staffQuery('catalogueNames', {}))
  const draft = useDraft<Facts>(`${me}.gift.${gift.id}.facts`, factsOf(gift))
  const action = useAction('changeGift', { done: () => t('giftSaved', { name: gift.name }) })
  const { values, type } = draft
  return (
    <Form
      title={t('giftFacts')}
      submit={t('save')}
      main={draft.changed}
      wrong={action.wrong}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      note={t('liveAtOnce')}
      onSubmit={async () => {
        if (!mayWrite) return
        const saved = await action.run({ id: gift.id, version: gift.version, ...values })
        if (saved) draft.clear()
      }}
    >
      {seesCodes && gift.delivery === 'digital' && gift.digital === 'code' ? (
        <DigitalCodeLinks gift={gift} />
      ) : null}
      <fieldset className={css.fields} disabled={!mayWrite}>
        <BrandField gift={gift} draft={draft} brands={names.data?.brands} />
        {GIFT_FACT_NAMES.filter((name) =>
          [null, values.delivery].includes(giftFact(name).onlyFor),
        ).map((name) => (
          <GiftFactField
            key={name}
            name={name}
            value={values[name]}
            onValue={(value) => type({ [name]: value })}
          />
        ))}
        <Tags gift={gift} draft={draft} groups={names.data?.groups ?? []} />
        <CrossSelling
          gift={gift}
          picked={values.cross_selling}
          pick={(cross_selling) => type({ cross_selling })}
        />
      </fieldset>
    </Form>
  )
}

function DigitalCodeLinks({ gift }: { gift: Gift }) {
  const t = useTranslate()
  return gift.articles
    .filter(({ retired }) => !retired)
    .map(({ sku }) => (
      <p key={sku}>
        <BackofficeLink to={`/backoffice/digital/${sku}`}>
          {t('digital.ofGift')}
          {gift.articles.length > 1 ? ` (${sku})` : ''}
        </BackofficeLink>
      </p>
    ))
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
  return (
    <FormSelect
      label={t('brand')}
      value={draft.values.brand}
      onChange={({ target }) => draft.type({ brand: target.value })}
    >
      {(brands ?? [{ ...gift.brand, retired: false }])
        .filter(({ id, retired }) => !retired || id === gift.brand.id)
        .map(({ id, name }) => (
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
    tags.find((one) => one.id === id)?.name ?? gift.tags.find((one) => one.id === id)?.name ?? id
  return (
    <>
      <ul className={css.chips} aria-label={t('tags')}>
        {values.tags.map((id) => (
          <li key={id}>
            {tagName(id)}
            <ActionIconButton
              icon="close"
              label={t('removeOne', { name: tagName(id) })}
              onClick={() => type({ tags: values.tags.filter((other) => other !== id) })}
            />
          </li>
        ))}
      </ul>
      <FormSelect
        label={t('tagsAdd')}
        value=""
        onChange={({ target }) => {
          if (target.value !== '') type({ tags: [...values.tags, target.value] })
        }}
      >
        <option value="">–</option>
        {tags
          .filter(({ id, retired }) => !retired && !values.tags.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </FormSelect>
    </>
  )
}

function CrossSelling({
  gift,
  picked,
  pick,
}: {
  gift: Gift
  picked: string[]
  pick: (ids: string[]) => void
}) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const found = useQuery({
    ...staffQuery('gifts', { search: words, limit: FOUND }),
    enabled: words.trim().length > 1,
  })
  const nameOf = (id: string) => gift.cross_selling.find((one) => one.id === id)?.name ?? id
  return (
    <>
      <ul className={css.chips} aria-label={t('crossSelling')}>
        {picked.map((id) => (
          <li key={id}>
            {nameOf(id)}
            <ActionIconButton
              icon="close"
              label={t('removeOne', { name: nameOf(id) })}
              onClick={() => pick(picked.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
      <FormField
        label={t('crossSelling')}
        hint={t('crossSellingHelp')}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {words.trim().length > 1 ? (
        <ul className={css.found}>
          {(found.data?.items ?? [])
            .filter(({ id }) => id !== gift.id && !picked.includes(id))
            .map(({ id, name }) => (
              <li key={id}>
                <ActionButton
                  look="plain"
                  little
                  onClick={() => {
                    pick([...picked, id])
                    setWords('')
                  }}
                >
                  {t('addOne', { name })}
                </ActionButton>
              </li>
            ))}
        </ul>
      ) : null}
    </>
  )
}
