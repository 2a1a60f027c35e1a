import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Tag = { tag: string; web_menu_column: number }
type Known = StaffResponse<'contentTags'>['items'][number]

/** Selects gifts by tag, with the uses of each tag. In a menu each tag has a column. */
export function TagsField({
  channel,
  columns,
  readOnly,
  value,
  write,
}: {
  channel: string
  columns: boolean
  readOnly: boolean
  value: unknown
  write: (tags: unknown[]) => void
}) {
  const t = useTranslate()
  const tags = tagsOf(value)
  const chosen = useQuery({
    ...staffQuery('contentTags', { channel, tags: tags.map(({ tag }) => tag).join(',') }),
    enabled: tags.length > 0,
    placeholderData: keepPreviousData,
  })
  const put = (next: readonly Tag[]) => write(columns ? [...next] : next.map(({ tag }) => tag))
  const about = (tag: string) => chosen.data?.items.find((item) => item.tag === tag)
  return (
    <div className={css.tags} role="group" aria-label={t('tags')}>
      <p className={css.tagsTitle}>{t('tags')}</p>
      <ul>
        {tags.map((one) => (
          <TagItem
            key={one.tag}
            one={one}
            used={about(one.tag)}
            columns={columns}
            readOnly={readOnly}
            change={(next) => put(tags.flatMap((other) => (other.tag === one.tag ? next : other)))}
          />
        ))}
      </ul>
      {readOnly ? null : (
        <AddTag
          channel={channel}
          tags={tags}
          add={(tag) => put([...tags, { tag, web_menu_column: 1 }])}
        />
      )}
    </div>
  )
}

/** The tag in the language of the user. */
function useTagName() {
  const { language } = useBackofficeLanguage()
  return (tag: string, texts: Record<string, string | undefined> = {}) =>
    texts[language] ?? texts['nl'] ?? tag
}

function TagItem({
  one,
  used,
  columns,
  readOnly,
  change,
}: {
  one: Tag
  used: Known | undefined
  columns: boolean
  readOnly: boolean
  change: (next: Tag[]) => void
}) {
  const t = useTranslate()
  const name = useTagName()(one.tag, used?.texts)
  return (
    <li>
      <span>{name}</span>
      <span className={css.soft}>
        {used
          ? `${t('usedByGifts', { count: used.gifts })}, ${t('usedInMenu', { count: used.menu.length })}, ${t('usedInTiles', { count: used.tiles.length })}`
          : ''}
      </span>
      {columns ? (
        <select
          aria-label={t('columnOf', { name })}
          disabled={readOnly}
          value={one.web_menu_column}
          onChange={({ target }) => change([{ ...one, web_menu_column: Number(target.value) }])}
        >
          {[1, 2, 3, 4].map((column) => (
            <option key={column} value={column}>
              {t('columnNumber', { number: column })}
            </option>
          ))}
        </select>
      ) : null}
      {readOnly ? null : (
        <ActionIconButton icon="close" label={t('dropTag', { name })} onClick={() => change([])} />
      )}
    </li>
  )
}

function AddTag({
  channel,
  tags,
  add,
}: {
  channel: string
  tags: readonly Tag[]
  add: (tag: string) => void
}) {
  const t = useTranslate()
  const nameOf = useTagName()
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...staffQuery('contentTags', { channel, search }),
    enabled: search.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const others = (search.trim() === '' ? [] : (found.data?.items ?? [])).filter(
    ({ tag }) => !tags.some((one) => one.tag === tag),
  )
  return (
    <>
      <FormField
        label={t('addTag')}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className={css.found} role="group" aria-label={t('found')}>
        {others.map(({ tag, texts, gifts }) => (
          <button
            key={tag}
            type="button"
            onClick={() => {
              add(tag)
              setSearch('')
            }}
          >
            {nameOf(tag, texts)}{' '}
            <span className={css.soft}>{t('usedByGifts', { count: gifts })}</span>
          </button>
        ))}
      </div>
    </>
  )
}

function tagsOf(value: unknown): Tag[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    if (typeof one === 'string') return { tag: one, web_menu_column: 1 }
    if (typeof one !== 'object' || one === null || !('tag' in one)) return []
    const { tag } = one
    const column = 'web_menu_column' in one ? Number(one.web_menu_column) : 1
    return typeof tag === 'string' ? { tag, web_menu_column: column } : []
  })
}
