import { render } from "own";
import React from "react";

render(<p>1</p>);
