import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Tag = { tag: string; web_menu_column: number }
type TagUses = StaffResponse<'contentTags'>['items'][number]

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
  const writeTags = (next: readonly Tag[]) =>
    write(columns ? [...next] : next.map(({ tag }) => tag))
  const usesOf = (tag: string) => chosen.data?.items.find((item) => item.tag === tag)
  return (
    <div className={css.tags} role="group" aria-label={t('tags')}>
      <p className={css.tagsTitle}>{t('tags')}</p>
      <ul>
        {tags.map((item) => (
          <TagItem
            key={item.tag}
            item={item}
            uses={usesOf(item.tag)}
            columns={columns}
            readOnly={readOnly}
            change={(next) =>
              writeTags(tags.flatMap((other) => (other.tag === item.tag ? next : other)))
            }
          />
        ))}
      </ul>
      {readOnly ? null : (
        <AddTag
          channel={channel}
          tags={tags}
          add={(tag) => writeTags([...tags, { tag, web_menu_column: 1 }])}
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
  item,
  uses,
  columns,
  readOnly,
  change,
}: {
  item: Tag
  uses: TagUses | undefined
  columns: boolean
  readOnly: boolean
  change: (next: Tag[]) => void
}) {
  const t = useTranslate()
  const name = useTagName()(item.tag, uses?.texts)
  return (
    <li>
      <span>{name}</span>
      <span className={css.soft}>
        {uses
          ? `${t('usedByGifts', { count: uses.gifts })}, ${t('usedInMenu', { count: uses.menu.length })}, ${t('usedInTiles', { count: uses.tiles.length })}`
          : ''}
      </span>
      {columns ? (
        <select
          aria-label={t('columnOf', { name })}
          disabled={readOnly}
          value={item.web_menu_column}
          onChange={({ target }) => change([{ ...item, web_menu_column: Number(target.value) }])}
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
    ({ tag }) => !tags.some((chosen) => chosen.tag === tag),
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
  return value.flatMap((item: unknown) => {
    if (typeof item === 'string') return { tag: item, web_menu_column: 1 }
    if (typeof item !== 'object' || item === null || !('tag' in item)) return []
    const { tag } = item
    const column = 'web_menu_column' in item ? Number(item.web_menu_column) : 1
    return typeof tag === 'string' ? { tag, web_menu_column: column } : []
  })
}
