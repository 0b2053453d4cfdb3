import setup from "setup";
import { render } from "own";

render(<p>1</p>);
