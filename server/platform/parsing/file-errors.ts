/** A position in a file as an editor shows it. In a CSV the column is the number of the field. */
export type Place = { file: string; row?: number; column?: number }
export type FolderProblem = Place & { message: string }

/** A path into a YAML document, or the name of a CSV's column. */
export type PathInFile = readonly PropertyKey[]

/** A value from a file, with the position of each of its parts. */
export type Placed<T> = { value: T; place: (path?: PathInFile) => Place }

export type Reading<T> = { value?: T | undefined; problems: FolderProblem[] }

/** A part of a placed value, with its position. */
export function partOf<T>(whole: Placed<unknown>, value: T, path: PathInFile): Placed<T> {
  return { value, place: (rest = []) => whole.place([...path, ...rest]) }
}

export function problemAt(place: Place, message: string): FolderProblem {
  return { ...place, message }
}

export function byPlace(one: FolderProblem, other: FolderProblem) {
  return (
    one.file.localeCompare(other.file, 'en', { numeric: true }) ||
    (one.row ?? 0) - (other.row ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0)
  )
}
