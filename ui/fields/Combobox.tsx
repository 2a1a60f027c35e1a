import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import css from './Combobox.module.css'
import { Field } from './Field.tsx'

export type ComboboxOption = { key: string; label: ReactNode; detail?: string }

type ComboboxProps = {
  label: ReactNode
  listLabel: string
  hint?: ReactNode
  value: string
  options: ComboboxOption[]
  onType: (text: string) => void
  onPick: (index: number) => void
}

/**
 * A text box with suggestions. The focus stays in the box: arrow keys move through the list, Enter selects, and
 * Escape closes the list and then clears the box.
 */
export function Combobox(props: ComboboxProps) {
  const { label, listLabel, hint, value, options, onType, onPick } = props
  const listId = useId()
  const { open, active, setIsClosed, onKeyDown } = useOptions(props)
  const container = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !list.current) return
    // An on-screen keyboard covers a part of the window.
    const visibleHeight = window.visualViewport?.height ?? window.innerHeight
    if (list.current.getBoundingClientRect().bottom > visibleHeight) {
      container.current?.scrollIntoView({ block: 'start' })
    }
  }, [open, options])
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <div ref={container} className={css.combobox} data-choosing={open || undefined}>
      <Field
        label={label}
        hint={hint}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => {
          setIsClosed(false)
          onType(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onClick={() => setIsClosed(false)}
        onBlur={() => setIsClosed(true)}
      />
      <div
        ref={list}
        id={listId}
        className={css.list}
        role="listbox"
        aria-label={listLabel}
        hidden={!open}
        // The focus stays in the text box when the user scrolls the list or taps in it.
        onPointerDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <Option
            key={option.key}
            id={optionId(index)}
            option={option}
            active={index === active}
            onPick={() => onPick(index)}
          />
        ))}
      </div>
    </div>
  )
}

/** Whether the list is open, its active option, and the keys that change both. */
function useOptions({ value, options, onType, onPick }: ComboboxProps) {
  const [isClosed, setIsClosed] = useState(true)
  const keys = options.map(({ key }) => key).join('\n')
  const [activeOption, setActiveOption] = useState({ keys, index: -1 })
  // The active option belongs to one list. It counts again if the same list returns.
  const active = activeOption.keys === keys ? activeOption.index : -1
  const open = !isClosed && options.length > 0

  /** -1 is the last option. */
  const move = (index: number) => {
    setIsClosed(false)
    setActiveOption({ keys, index: (index + options.length) % options.length })
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (key === 'Escape') {
      if (open) setIsClosed(true)
      else if (value !== '') onType('')
    } else if (key === 'Enter') {
      if (open && active >= 0) onPick(active)
    } else if (options.length > 0 && key === 'ArrowDown') move(open ? active + 1 : 0)
    else if (options.length > 0 && key === 'ArrowUp') move(open && active > 0 ? active - 1 : -1)
    else return
    event.preventDefault()
  }
  return { open, active, setIsClosed, onKeyDown }
}

function Option({
  id,
  option,
  active,
  onPick,
}: {
  id: string
  option: ComboboxOption
  active: boolean
  onPick: () => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // The keyboard selects through the box, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      id={id}
      className={classNames(css.option, active && css.active)}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onPick}
    >
      <span>{option.label}</span>
      {option.detail ? <span className={css.detail}>{option.detail}</span> : null}
    </div>
  )
}
