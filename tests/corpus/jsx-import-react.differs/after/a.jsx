import { render } from "own";
import setup from "setup";

render(<p>1</p>);
