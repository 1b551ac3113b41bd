/** A named SQL statement, planned once per connection. `Row` is the type of its rows. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set; carries the row type. */
  readonly row?: Row;
}

/**
 * Declares a statement. The name must be unique in the server: it names the prepared statement on the connection.
 * By convention `$1` is the practice's id, so that the planner sees it beside the row-level security.
 */
export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text });
