import {
  giftsOf,
  attributeKey,
  siblingsOf,
  type Tree,
  TREE_OF,
  type Word,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { AttributeForm } from '#backoffice/modules/catalog/attributes/AttributeForm.tsx'
import type {
  AttributeDrag,
  AttributeOrder,
} from '#backoffice/modules/catalog/attributes/use-attribute-order.ts'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import rowCss from '#backoffice/kit/display/MovableRows.module.css'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './AttributesPage.module.css'

export type AttributeTree = {
  staff: Staff
  tree: Tree
  words: readonly Word[]
  keepers: readonly string[]
}
type RowProps = {
  attributes: AttributeTree
  order: AttributeOrder
  drag: AttributeDrag
  onNew: (parent: Word) => void
}

const searchOf = (query: URLSearchParams) => (query.get('search') ?? '').trim().toLowerCase()

const matches = ({ name, id, texts }: Word, typed: string) =>
  typed === '' || `${name} ${id} ${Object.values(texts).join(' ')}`.toLowerCase().includes(typed)

const insideOf = (parent: Word, { tree, words }: AttributeTree) =>
  words.filter((word) => word.kind === TREE_OF[tree].inner && word.parent === parent.id)

/** The first level: attributes that match the search, or contain one that does. */
export function shownOuter(attributes: AttributeTree, query: URLSearchParams) {
  const typed = searchOf(query)
  return attributes.words.filter(
    (word) =>
      word.kind === TREE_OF[attributes.tree].outer &&
      (matches(word, typed) || insideOf(word, attributes).some((one) => matches(one, typed))),
  )
}

/** All children of an attribute that matches itself, otherwise those that match. */
function shownInside(parent: Word, attributes: AttributeTree, query: URLSearchParams) {
  const typed = searchOf(query)
  const below = insideOf(parent, attributes)
  return matches(parent, typed) ? below : below.filter((word) => matches(word, typed))
}

/** The attributes of one level, each with those inside it. */
export function AttributeRows({ list, ...props }: RowProps & { list: readonly Word[] }) {
  return (
    <ol className={css.list}>
      {list.map((word) => (
        <AttributeRow key={attributeKey(word)} word={word} {...props} />
      ))}
    </ol>
  )
}

function AttributeRow({ word, ...props }: RowProps & { word: Word }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const { attributes, order, drag, onNew } = props
  const { staff, tree, words, keepers } = attributes
  const { inner, outer } = TREE_OF[tree]
  const mayWrite = staff.permissions.includes('catalogue.write')
  const isOpen = query.get('word') === attributeKey(word)
  const below = shownInside(word, attributes, query)
  return (
    // Dragging is one way of three: the buttons of the row and the form are the others.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onDragOver={(event) => {
        if (!drag.takes(word)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onDrop={(event) => drag.drop(event, word, siblingsOf(word, words).indexOf(word))}
    >
      <AttributeLine word={word} isOpen={isOpen} {...props} />
      {isOpen ? (
        <AttributeForm
          key={attributeKey(word)}
          word={word}
          words={words}
          me={staff.id}
          mayWrite={mayWrite && word.yours}
          keepers={mayWrite && !word.yours ? keepers : []}
          onDone={order.setLast}
          onGone={(next) => change({ word: next }, { replace: true })}
        />
      ) : null}
      {word.kind === outer && inner !== null ? (
        <>
          {below.length > 0 ? <AttributeRows list={below} {...props} /> : null}
          {mayWrite && isOpen ? (
            <ActionButton small icon="plus" onClick={() => onNew(word)}>
              {t(`attribute.new.${inner}`, { name: word.name })}
            </ActionButton>
          ) : null}
        </>
      ) : null}
    </li>
  )
}

function AttributeLine({
  word,
  isOpen,
  attributes,
  order,
  drag,
}: Omit<RowProps, 'onNew'> & { word: Word; isOpen: boolean }) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const { staff, words } = attributes
  const hasOrder = word.kind !== 'brand' && word.kind !== 'dimension'
  const mayWrite = staff.permissions.includes('catalogue.write')
  const mayMove = mayWrite && hasOrder && siblingsOf(word, words).every(({ yours }) => yours)
  return (
    <div
      className={rowCss.row}
      data-held={drag.held === word || undefined}
      draggable={mayWrite && word.yours && hasOrder}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', word.id)
        drag.hold(word)
      }}
      onDragEnd={drag.release}
    >
      {word.hexcode ? (
        <span className={rowCss.dot} style={{ background: word.hexcode }} aria-hidden="true" />
      ) : null}
      <button
        type="button"
        className={rowCss.name}
        aria-expanded={isOpen}
        onClick={() => change({ word: isOpen ? null : attributeKey(word) }, { replace: true })}
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
      {mayMove ? <MoveButtons word={word} words={words} order={order} /> : null}
    </div>
  )
}

function MoveButtons({
  word,
  words,
  order,
}: {
  word: Word
  words: readonly Word[]
  order: AttributeOrder
}) {
  const t = useTranslate()
  const siblings = siblingsOf(word, words)
  const at = siblings.indexOf(word)
  return (
    <span className={rowCss.moves}>
      <ActionIconButton
        icon="up"
        label={t('moveUp', { name: word.name })}
        aria-disabled={at === 0 || undefined}
        onClick={() => void order.place(word, at - 1)}
      />
      <ActionIconButton
        icon="down"
        label={t('moveDown', { name: word.name })}
        aria-disabled={at === siblings.length - 1 || undefined}
        onClick={() => void order.place(word, at + 1)}
      />
    </span>
  )
}
