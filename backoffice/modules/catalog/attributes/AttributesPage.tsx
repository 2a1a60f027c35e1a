import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'

import { NewAttribute } from '#backoffice/modules/catalog/attributes/NewAttribute.tsx'
import {
  giftsOf,
  type Tree,
  TREE_OF,
  type Word,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { AttributeForm } from '#backoffice/modules/catalog/attributes/AttributeForm.tsx'
import { BackofficeLink, useAsked } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import {
  ActionButton,
  ActionIconButton,
  actionButtonClass,
} from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import rowCss from '#backoffice/kit/display/MovableRows.module.css'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './AttributesPage.module.css'

/** The attributes of gifts: their names, their order and their uses. */
export const BrandsPage = ({ staff }: StaffPageProps) => (
  <AttributesPage staff={staff} tree="brand" />
)
export const TagsPage = ({ staff }: StaffPageProps) => <AttributesPage staff={staff} tree="tag" />
export const DimensionsPage = ({ staff }: StaffPageProps) => (
  <AttributesPage staff={staff} tree="dimension" />
)

const keyOf = ({ kind, id }: Word) => `${kind} ${id}`

function AttributesPage({ staff, tree }: { staff: Staff; tree: Tree }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('catalogueWords', { kind: tree }))
  const { title } = TREE_OF[tree]
  if (!data) {
    return <PageAwaited title={t(title)} error={error} again={() => void refetch()} />
  }
  return <PageTexts staff={staff} tree={tree} words={data.items} keepers={data.keepers} />
}

function PageTexts({
  staff,
  tree,
  words,
  keepers,
}: {
  staff: Staff
  tree: Tree
  words: readonly Word[]
  keepers: readonly string[]
}) {
  const t = useTranslate()
  const announce = useAnnounce()
  const [asked, change] = useAsked()
  const [heldKey, setHeldKey] = useState<string | null>(null)
  const [making, setMaking] = useState<{ parent: Word | null } | null>(null)
  const [last, setLast] = useState<string | null>(null)
  const order = useAction('orderCatalogueWords')
  const move = useAction('changeAttribute')
  const undo = useAction('undoCatalogueChange', {
    done: ({ put_back, left_alone }) => t('putBack', { count: put_back, left: left_alone }),
  })
  const { title, inner, outer, none } = TREE_OF[tree]
  // The current data: it may have been refetched while the row was dragged.
  const held = words.find((word) => keyOf(word) === heldKey) ?? null
  const mayWrite = staff.permissions.includes('catalogue.write')
  const open = asked.get('word')
  const typed = (asked.get('search') ?? '').trim().toLowerCase()
  const fits = ({ name, id, texts }: Word) =>
    `${name} ${id} ${Object.values(texts).join(' ')}`.toLowerCase().includes(typed)
  const inside = (parent: Word) =>
    words.filter((word) => word.kind === inner && word.parent === parent.id)
  const shown = words.filter(
    (word) => word.kind === outer && (typed === '' || fits(word) || inside(word).some(fits)),
  )

  async function place(word: Word, to: number) {
    const siblings = words.filter(
      ({ kind, parent }) => kind === word.kind && parent === word.parent,
    )
    const before = siblings.map(({ id }) => id)
    const from = before.indexOf(word.id)
    if (to < 0 || to >= before.length || from === to || order.busy) return
    const after = before.toSpliced(from, 1).toSpliced(to, 0, word.id)
    const done = await order.run({
      kind: word.kind as 'group' | 'tag' | 'value',
      ...(word.parent === null ? {} : { parent: word.parent }),
      before,
      after,
    })
    if (!done) return
    setLast(done.change)
    announce(t('movedTo', { name: word.name, place: to + 1, of: before.length }))
  }
  async function moveInto(word: Word, group: Word) {
    const done = await move.run({
      kind: 'tag',
      id: word.id,
      version: word.version,
      parent: group.id,
    })
    if (!done) return
    setLast(done.change)
    announce(t('attribute.moved', { name: word.name, group: group.name }))
  }
  function drop(event: DragEvent, on: Word, at: number) {
    event.preventDefault()
    event.stopPropagation()
    setHeldKey(null)
    if (!held) return
    if (held.kind === on.kind && held.parent === on.parent) void place(held, at)
    else if (held.kind === 'tag' && on.kind === 'group' && held.parent !== on.id) {
      void moveInto(held, on)
    }
  }
  const takes = (on: Word) =>
    held !== null &&
    ((held.kind === on.kind && held.parent === on.parent) ||
      (held.kind === 'tag' && on.kind === 'group'))

  const rows = (list: readonly Word[]) => (
    <ol className={css.list}>
      {list.map((word) => {
        const siblings = words.filter(
          ({ kind, parent }) => kind === word.kind && parent === word.parent,
        )
        const at = siblings.indexOf(word)
        const hasOrder = word.kind !== 'brand' && word.kind !== 'dimension'
        const mayMove = mayWrite && hasOrder && siblings.every(({ yours }) => yours)
        const isOpen = open === `${word.kind} ${word.id}`
        const below = inside(word)
        const of = typed === '' || fits(word) ? below : below.filter(fits)
        return (
          // Dragging is one way of three: the buttons of the row and the form are the others.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={`${word.kind} ${word.id}`}
            onDragOver={(event) => {
              if (!takes(word)) return
              event.preventDefault()
              event.stopPropagation()
            }}
            onDrop={(event) => drop(event, word, at)}
          >
            <div
              className={rowCss.row}
              data-held={held === word || undefined}
              draggable={mayWrite && word.yours && hasOrder}
              onDragStart={(event) => {
                event.stopPropagation()
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', word.id)
                setHeldKey(keyOf(word))
              }}
              onDragEnd={() => setHeldKey(null)}
            >
              {word.hexcode ? (
                <span
                  className={rowCss.dot}
                  style={{ background: word.hexcode }}
                  aria-hidden="true"
                />
              ) : null}
              <button
                type="button"
                className={rowCss.name}
                aria-expanded={isOpen}
                onClick={() =>
                  change({ word: isOpen ? null : `${word.kind} ${word.id}` }, { replace: true })
                }
              >
                {word.name}
              </button>
              <span className={rowCss.soft}>{word.id}</span>
              {word.gifts > 0 ? (
                <BackofficeLink className={rowCss.soft} to={giftsOf(word, words)}>
                  {t('attribute.usedBy', { count: word.gifts })}
                </BackofficeLink>
              ) : (
                <span className={rowCss.soft}>{t('attribute.unused')}</span>
              )}
              {word.retired ? <StatusMark kind="off">{t('isRetired')}</StatusMark> : null}
              {mayMove ? (
                <span className={rowCss.moves}>
                  <ActionIconButton
                    icon="up"
                    label={t('moveUp', { name: word.name })}
                    aria-disabled={at === 0 || undefined}
                    onClick={() => void place(word, at - 1)}
                  />
                  <ActionIconButton
                    icon="down"
                    label={t('moveDown', { name: word.name })}
                    aria-disabled={at === siblings.length - 1 || undefined}
                    onClick={() => void place(word, at + 1)}
                  />
                </span>
              ) : null}
            </div>
            {isOpen ? (
              <AttributeForm
                key={`${word.kind} ${word.id}`}
                word={word}
                words={words}
                me={staff.id}
                mayWrite={mayWrite && word.yours}
                keepers={mayWrite && !word.yours ? keepers : []}
                onDone={setLast}
                onGone={(next) => change({ word: next }, { replace: true })}
              />
            ) : null}
            {word.kind === outer && inner !== null ? (
              <>
                {of.length > 0 ? rows(of) : null}
                {mayWrite && isOpen ? (
                  <ActionButton little icon="plus" onClick={() => setMaking({ parent: word })}>
                    {t(`attribute.new.${inner}`, { name: word.name })}
                  </ActionButton>
                ) : null}
              </>
            ) : null}
          </li>
        )
      })}
    </ol>
  )

  const wrong = order.wrong ?? move.wrong ?? undo.wrong
  return (
    <>
      <PageHead
        title={t(title)}
        acts={
          <>
            <BackofficeLink className={actionButtonClass()} to="/backoffice/gifts/changes">
              {t('changes.title')}
            </BackofficeLink>
            {mayWrite ? (
              <ActionButton look="main" icon="plus" onClick={() => setMaking({ parent: null })}>
                {t(`attribute.new.${outer}`)}
              </ActionButton>
            ) : null}
          </>
        }
      />
      <div className={css.body}>
        <div className={css.tools}>
          <FormField
            label={t('attribute.search')}
            type="search"
            value={asked.get('search') ?? ''}
            onChange={({ target }) =>
              change({ search: target.value === '' ? null : target.value }, { replace: true })
            }
          />
          {last !== null ? (
            <ActionButton
              busy={undo.busy}
              onClick={() => {
                void (async () => {
                  if (await undo.run({ id: last })) setLast(null)
                })()
              }}
            >
              {t('attribute.takeBack')}
            </ActionButton>
          ) : null}
        </div>
        {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
        {words.length === 0 ? <p>{t(none)}</p> : null}
        {words.length > 0 && shown.length === 0 ? <p>{t('attribute.nothingFound')}</p> : null}
        {rows(shown)}
      </div>
      {making ? (
        <NewAttribute
          kind={making.parent === null ? outer : (inner ?? outer)}
          parent={making.parent}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null)
            setLast(made.change)
            change({ word: `${made.word.kind} ${made.word.id}` }, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}
