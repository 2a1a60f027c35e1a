import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

type Tag = { tag: string; web_menu_column: number }

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
  const { language } = useBackofficeLanguage()
  const [search, setSearch] = useState('')
  const tags = tagsOf(value)
  const chosen = useQuery({
    ...staffQuery('contentTags', { channel, tags: tags.map(({ tag }) => tag).join(',') }),
    enabled: tags.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...staffQuery('contentTags', { channel, search }),
    enabled: !readOnly && search.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const put = (next: readonly Tag[]) => write(columns ? [...next] : next.map(({ tag }) => tag))
  const about = (tag: string) => chosen.data?.items.find((one) => one.tag === tag)
  const nameOf = (tag: string, texts: Record<string, string | undefined> = {}) =>
    texts[language] ?? texts['nl'] ?? tag
  const others = (search.trim() === '' ? [] : (found.data?.items ?? [])).filter(
    ({ tag }) => !tags.some((one) => one.tag === tag),
  )
  return (
    <div className={css.tags} role="group" aria-label={t('tags')}>
      <p className={css.tagsTitle}>{t('tags')}</p>
      <ul>
        {tags.map((one) => {
          const used = about(one.tag)
          const name = nameOf(one.tag, used?.texts)
          return (
            <li key={one.tag}>
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
                  onChange={({ target }) =>
                    put(
                      tags.map((other) =>
                        other.tag === one.tag
                          ? { ...other, web_menu_column: Number(target.value) }
                          : other,
                      ),
                    )
                  }
                >
                  {[1, 2, 3, 4].map((column) => (
                    <option key={column} value={column}>
                      {t('columnNumber', { number: column })}
                    </option>
                  ))}
                </select>
              ) : null}
              {readOnly ? null : (
                <ActionIconButton
                  icon="close"
                  label={t('dropTag', { name })}
                  onClick={() => put(tags.filter((other) => other.tag !== one.tag))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {readOnly ? null : (
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
                  put([...tags, { tag, web_menu_column: 1 }])
                  setSearch('')
                }}
              >
                {nameOf(tag, texts)}{' '}
                <span className={css.soft}>{t('usedByGifts', { count: gifts })}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </div>
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
