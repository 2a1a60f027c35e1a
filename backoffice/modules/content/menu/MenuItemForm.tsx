import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import type { MenuItem } from '#backoffice/modules/content/menu/menu-items.ts'
import { TagsField } from '#backoffice/modules/content/editor/TagsField.tsx'
import { languageName } from '#backoffice/modules/content/editor/text-definition.ts'
import { ChooseImage } from '#backoffice/modules/media/ChooseImage.tsx'
import { UseAltTexts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const TILE_TEXTS = ['title', 'firstText', 'secondText', 'bannerText1', 'bannerText2'] as const

const IMAGES = { navigation: ['banner'], tile: ['banner', 'media'] } as const

type TextByLanguage = Record<string, string>

type MenuItemFormProps = {
  item: MenuItem
  name: string
  kind: 'navigation' | 'tile'
  channel: string
  readOnly: boolean
  issue: string | undefined
  defaultLanguage: Language
  write: (value: MenuItem['value']) => void
  /** The items of the top level that it can move under. */
  groups?: readonly { id: string; name: string }[]
  moveUnder: (group: string | null) => void
  /** null: the item has children and cannot be removed. */
  remove: (() => void) | null
  /** Items of the menu that it can be merged into. */
  others?: readonly { subject: string; name: string }[]
  mergeInto?: (subject: string) => void
}

/** The names of an item in each language, its gifts and its images. */
export function MenuItemForm({
  item,
  name,
  kind,
  channel,
  readOnly,
  issue,
  defaultLanguage,
  write,
  groups,
  moveUnder,
  remove,
  others = [],
  mergeInto,
}: MenuItemFormProps) {
  const t = useTranslate()
  const { value } = item
  const fields = { value, readOnly, write }
  return (
    <section className={css.form} aria-label={name}>
      {issue ? <Notice kind="bad">{issue}</Notice> : null}
      {kind === 'navigation' ? <TitleFields {...fields} /> : <TileTextFields {...fields} />}
      <GroupField {...{ item, groups, moveUnder, readOnly }} />
      <TagsField
        channel={channel}
        columns={kind === 'navigation'}
        readOnly={readOnly}
        value={value['tags']}
        write={(tags) => write({ ...value, tags })}
      />
      {IMAGES[kind].map((field) => (
        <ImageField
          key={field}
          {...fields}
          kind={kind}
          field={field}
          defaultLanguage={defaultLanguage}
        />
      ))}
      {kind === 'tile' ? (
        <FormCheckbox
          disabled={readOnly}
          checked={value['extra'] === true}
          onChange={({ target }) => write({ ...value, extra: target.checked })}
        >
          {t('extraTile')}
        </FormCheckbox>
      ) : null}
      {kind === 'navigation' ? <GiftCount item={item.id} channel={channel} /> : null}
      {!readOnly && mergeInto && others.length > 0 ? (
        <MergeItem others={others} merge={mergeInto} />
      ) : null}
      {readOnly ? null : <RemoveItem name={name} remove={remove} />}
    </section>
  )
}

function RemoveItem({ name, remove }: Pick<MenuItemFormProps, 'name' | 'remove'>) {
  const t = useTranslate()
  if (!remove) return <p className={css.soft}>{t('removeItemHelp')}</p>
  return (
    <ActionButton variant="bad" onClick={remove}>
      {t('removeItem', { name })}
    </ActionButton>
  )
}

function GroupField({
  item,
  groups = [],
  moveUnder,
  readOnly,
}: Pick<MenuItemFormProps, 'item' | 'groups' | 'moveUnder' | 'readOnly'>) {
  const t = useTranslate()
  if (groups.length === 0) return null
  return (
    <FormSelect
      label={t('menuGroup')}
      disabled={readOnly}
      value={item.parent ?? ''}
      onChange={({ target }) => moveUnder(target.value === '' ? null : target.value)}
    >
      <option value="">{t('menuGroupNone')}</option>
      {groups.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FormSelect>
  )
}

type FieldsProps = {
  value: MenuItem['value']
  readOnly: boolean
  write: (value: MenuItem['value']) => void
}

function TitleFields({ value, readOnly, write }: FieldsProps) {
  const t = useTranslate()
  const texts = valuesOf(value['texts'])
  return (
    <div className={css.fields}>
      {allLanguages.map((language) => (
        <FormField
          key={language}
          label={`${t('title')}, ${languageName(t, language)}`}
          lang={language}
          maxLength={500}
          readOnly={readOnly}
          value={textOf(texts[language])}
          onChange={({ target }) =>
            write({ ...value, texts: withText(texts, language, target.value) })
          }
        />
      ))}
    </div>
  )
}

function TileTextFields({ value, readOnly, write }: FieldsProps) {
  const t = useTranslate()
  const texts = valuesOf(value['texts'])
  return TILE_TEXTS.map((field) => {
    const fieldTexts = valuesOf(texts[field])
    return (
      <div key={field} className={css.fields}>
        {allLanguages.map((language) => (
          <FormField
            key={language}
            label={`${t(`tileText.${field}`)}, ${languageName(t, language)}`}
            lang={language}
            maxLength={500}
            readOnly={readOnly}
            value={textOf(fieldTexts[language])}
            onChange={({ target }) =>
              write({
                ...value,
                texts: { ...texts, [field]: withText(fieldTexts, language, target.value) },
              })
            }
          />
        ))}
      </div>
    )
  })
}

function ImageField({
  value,
  readOnly,
  write,
  kind,
  field,
  defaultLanguage,
}: FieldsProps & {
  kind: 'navigation' | 'tile'
  field: 'banner' | 'media'
  defaultLanguage: Language
}) {
  const t = useTranslate()
  const texts = valuesOf(value['texts'])
  const label = t(field === 'banner' ? 'banner' : 'picture')
  const file = textOf(value[field])
  return (
    <div className={css.picture}>
      <ChooseImage
        label={label}
        file={file}
        readOnly={readOnly}
        write={(file) => write({ ...value, [field]: file })}
      />
      <UseAltTexts
        label={label}
        file={file}
        alts={valuesOf(kind === 'tile' ? texts[`${field}Alt`] : value['banner_alt'])}
        defaultLanguage={defaultLanguage}
        readOnly={readOnly}
        write={(alts) =>
          write(
            kind === 'tile'
              ? { ...value, texts: { ...texts, [`${field}Alt`]: alts } }
              : { ...value, banner_alt: alts },
          )
        }
      />
    </div>
  )
}

/** The number of gifts in a menu item and its children, linked to the list. */
function GiftCount({ item, channel }: { item: string; channel: string }) {
  const t = useTranslate()
  const input = { category: item, ...(channel === SHARED_CHANNEL ? {} : { channel }) }
  const { data } = useQuery(staffQuery('gifts', { ...input, limit: 1 }))
  if (!data) return null
  return (
    <BackofficeLink to={`/backoffice/gifts?${new URLSearchParams(input).toString()}`}>
      {t('attribute.usedPlain', { count: data.total.count })}
    </BackofficeLink>
  )
}

function MergeItem({
  others,
  merge,
}: {
  others: readonly { subject: string; name: string }[]
  merge: (subject: string) => void
}) {
  const t = useTranslate()
  const [into, setInto] = useState('')
  return (
    <div className={css.merge}>
      <FormSelect
        label={t('category.merge')}
        hint={t('category.mergeHelp')}
        value={into}
        onChange={({ target }) => setInto(target.value)}
      >
        <option value="">–</option>
        {others.map(({ subject, name }) => (
          <option key={subject} value={subject}>
            {name}
          </option>
        ))}
      </FormSelect>
      {into === '' ? null : (
        <ActionButton onClick={() => merge(into)}>{t('category.mergeAction')}</ActionButton>
      )}
    </div>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function valuesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function withText(texts: Record<string, unknown>, language: string, text: string): TextByLanguage {
  const otherTexts = Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' && name !== language ? [[name, value] as const] : [],
  )
  return Object.fromEntries(text === '' ? otherTexts : [...otherTexts, [language, text] as const])
}
