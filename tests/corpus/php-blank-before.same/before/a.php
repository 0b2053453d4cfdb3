
<?php
function total($rows)
{
    return count($rows);
}
